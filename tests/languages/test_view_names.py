"""Names of a stranger's types and enums in the languages."""

from __future__ import annotations

from pathlib import Path

from nacformats.languages.java import java_files
from nacformats.languages.packages import package_of
from nacformats.languages.views import views_of
from nacformats.targets.loading import schema_of_file

#: Types called as classes that languages have, and ids with letters that templates have.
SCHEMA = """
meta: {id: vivid, endian: le}
seq:
  - {id: level, type: v_level}
  - {id: levels, type: v_level, repeat: eos}
types:
  v_level: {seq: [{id: v, type: string}, {id: r, type: record}, {id: e, type: u1, enum: error}]}
  string: {seq: [{id: size, type: u1}]}
  record: {seq: [{id: size, type: u1}]}
enums:
  error: {0: none}
"""


def test_types_and_enums_are_not_called_as_classes_of_a_language(tmp_path: Path) -> None:
    path = tmp_path / "vivid.ksy"
    path.write_text(SCHEMA)
    schema = schema_of_file(path)
    views = views_of(schema)
    assert {view.name for view in views.views} == {"Vivid", "VLevel", "StringRecord", "RecordRecord"}
    assert [enum.name for enum in views.enums] == ["ErrorEnum"]
    text = next(text for name, text in java_files(package_of("one", [schema])).items() if name.endswith("/Vivid.java"))
    assert "return get(0).record(VLevel::new);" in text
    assert "return get(1).list(v -> v.record(VLevel::new));" in text
    assert "set(1, v, each -> each.any());" in text
