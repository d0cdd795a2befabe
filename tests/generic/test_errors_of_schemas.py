"""Errors of schemas say where they are in the file and what was meant; numbers that are built in can be printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from nacformats import open_schema
from nacformats.cli import main
from nacformats.codec.trees.values import VARINTS
from nacformats.schema.model import SchemaError
from nacformats.targets.loading import schema_of_file


def error_of(folder: Path, text: str) -> SchemaError:
    path = folder / "x.ksy"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError) as caught:
        schema_of_file(path)
    return caught.value


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("meta: {id: x}\nseq:\n  - id: a\n    size: b\n", (4, 5), "/seq/0/size: there is no member 'b'"),
        ("meta: {id: x}\nseq:\n  - {id: a, type: u2}\n", (3, 13), "/seq/0/type: 'u2' needs a byte order"),
        ("meta: {title: x}\n", (1, 1), "/meta: the id is missing"),
        ("meta: {id: x}\nseq:\n- &a {id: a, type: u9}\n- *a\n", (3, 14), "/seq/0/type: there is no type 'u9'"),
        (
            (
                "meta: {id: x}\nseq:\n- id: a\n  type: u1\n- id: b\n  type:\n    switch-on: a\n    cases:\n"
                "      1: u1\n      '\"a/b\"': u1\n"
            ),
            (10, 7),
            '/seq/1/type/cases/"a/b": a text cannot be compared with a whole number',
        ),
    ],
)
def test_an_error_has_line_and_column(tmp_path: Path, text: str, place: tuple[int, int], message: str) -> None:
    error = error_of(tmp_path, text)
    assert error.place == place
    assert str(error).startswith(f"{tmp_path / 'x.ksy'}:{place[0]}:{place[1]}: {message}")


def test_an_error_of_an_import_is_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "part.ksy").write_text("meta: {id: part}\nseq:\n- id: a\n  size: b\n", encoding="utf-8")
    error = error_of(tmp_path, "meta:\n  id: x\n  imports:\n    - part\n")
    assert (Path(error.file).name, error.place) == ("part.ksy", (4, 3))
    assert error_of(tmp_path, "meta:\n  id: x\n  imports:\n    - none\n").place == (4, 7)


@pytest.mark.parametrize("name", sorted(VARINTS))
def test_a_number_that_is_built_in_can_be_printed(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(main, ["schema", name])
    assert result.exit_code == 0, result.output
    (tmp_path / f"{name}.ksy").write_text(result.output, encoding="utf-8")
    kind, alone = VARINTS[name], open_schema(tmp_path / f"{name}.ksy")
    for value in (0, 1, 63, 64, 127, 128, 300, (1 << 62) + 5, kind.LARGEST, kind.LEAST, max(kind.LEAST, -300)):
        data = kind(value).encoded
        assert alone.loads(data)["value"] == value, value
    (tmp_path / "x.ksy").write_text(f"meta: {{id: x, imports: [{name}]}}\nseq: [{{id: a, type: {name}}}]\n")
    assert open_schema(tmp_path / "x.ksy").loads(b"\5").a == 5


def test_json_to_an_unknown_suffix_asks_for_the_schema(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": 1}', encoding="utf-8")
    result = CliRunner().invoke(main, ["convert", str(tmp_path / "a.json"), str(tmp_path / "x.satx")])
    assert result.exit_code == 2
    assert "--schema FILE.ksy is missing" in result.output
