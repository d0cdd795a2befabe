"""tests/corpus/ is what its manifest says, and the package does with each file what the manifest says."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nacformats import FormatError, dumps, loads, validate
from nacformats.formats import formats
from nacformats.formats.mic import is_canonical
from tests.conftest import SELECTION
from tests.contract import INSIDE
from tests.corpus.make import FILE_BYTES, TOTAL_BYTES, files

MANIFEST = SELECTION / "manifest.json"
ROWS: list[dict[str, Any]] = json.loads(MANIFEST.read_text(encoding="utf-8"))

#: Errors that name a better place than the schema does, which sees only where it ends up: a limit of the package is
#: exceeded before the bytes end, or an offset leads nowhere.
BETTER = {
    "mic/invalid/dos16m_symbol_count.micb": "num_symbols",
    "mic/invalid/dos16m_type_count.micb": "num_types",
    "mic/invalid/dos16m_value_count.micb": "num_values",
    "mic/invalid/dos_symbol_count.micb": "num_symbols",
    "mic/invalid/dos_u64max_count.micb": "num_strings",
    "mic/invalid/dos_value_count.micb": "num_values",
    "nac_crafted/ops_offset_past_eof.nac": "ofs_ops",
    "nac_crafted/truncated_to_100_195.nac": "ofs_cmap",
    "nac_crafted/truncated_to_95_195.nac": "ofs_ops",
    "nac_crafted/wrong_tags_everywhere.nac": "perm.magic",
}


def rows(**wanted: Any) -> list[dict[str, Any]]:
    """The files of formats of which the manifest says what is wanted."""
    return [row for row in ROWS if "format" in row and all(row[key] == value for key, value in wanted.items())]


def refused_by_schema() -> list[dict[str, Any]]:
    """Files that their schema refuses."""
    return [row for row in rows(strict="reject") if "error" in row]


@cache
def data_of(name: str) -> bytes:
    return (SELECTION / name).read_bytes()


def errors_of(row: dict[str, Any], *, strict: bool) -> list[Any]:
    """What keeps a file from being loaded; a plan or a tokenizer that cannot run does not."""
    findings = validate(data_of(row["name"]), strict=strict, format=row["format"])
    return [each for each in findings if each.severity == "error" and not each.rule.startswith(INSIDE)]


def named(row: dict[str, Any]) -> str:
    return str(row["name"])


def test_every_file_is_listed_and_unchanged() -> None:
    listed = {row["name"]: (row["sha256"], row["size"]) for row in ROWS}
    present = {path.relative_to(SELECTION).as_posix(): path.read_bytes() for path in files()}
    assert listed == {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in present.items()}


def test_the_selection_stays_small() -> None:
    assert max(row["size"] for row in ROWS) <= FILE_BYTES
    assert sum(row["size"] for row in ROWS) <= TOTAL_BYTES


def test_every_kind_is_there() -> None:
    for name in formats():
        if any(row["format"] == name for row in rows()):
            assert rows(format=name, strict="accept"), f"no good file of {name}"
            assert rows(format=name, strict="reject"), f"no bad file of {name}"
    assert {row["format"] for row in rows()} >= {"nac", "micb", "mic2", "stb"}
    assert rows(strict="reject", lenient="accept")


def test_every_origin_is_said() -> None:
    assert not [row["name"] for row in rows() if row["origin"] == "notes"]


@pytest.mark.parametrize("row", rows(), ids=named)
def test_verdicts(row: dict[str, Any]) -> None:
    for mode, strict in (("strict", True), ("lenient", False)):
        errors = errors_of(row, strict=strict)
        assert ("reject" if errors else "accept") == row[mode], (mode, errors[:1])
        if errors:
            with pytest.raises(FormatError) as caught:
                loads(data_of(row["name"]), format=row["format"], strict=strict)
            assert str(caught.value) == str(errors[0].error())


@pytest.mark.parametrize("row", rows(strict="accept"), ids=named)
def test_write_back(row: dict[str, Any]) -> None:
    data = data_of(row["name"])
    model = loads(data, format=row["format"])
    if row["format"] in ("micb", "mic2") and not is_canonical(data):
        assert loads(dumps(model)) == model
    else:
        assert dumps(model) == data


@pytest.mark.parametrize("row", refused_by_schema(), ids=named)
def test_errors_name_the_place_that_the_schema_names(row: dict[str, Any]) -> None:
    error = errors_of(row, strict=True)[0]
    if row["name"] in BETTER:
        assert error.path == BETTER[row["name"]]
    else:
        assert (error.path, error.offset) == (row["error"]["path"], row["error"]["offset"])


def test_the_manifest_is_text_with_a_line_for_each_file() -> None:
    lines = Path(MANIFEST).read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("[", "]")
    assert len(lines) == len(ROWS) + 2
