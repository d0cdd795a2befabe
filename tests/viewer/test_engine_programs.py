"""Programs that the engine of the page reads: their rows take what those of the report take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.api import detect
from nacformats.codec.streams import Source
from nacformats.schema.sources import ROOT
from nacformats.view.protocol import PageProgram
from nacformats.view.report import report_of
from tests.conftest import CORPUS, SELECTION
from tests.effort import each
from tests.stamps import PACKAGE
from tests.viewer.engines import Asked, answers

pytestmark = pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")

#: Larger files take Python too long.
_LARGEST = 1 << 20
_SECTIONS = ("mmap", "ops", "cmap", "cnst", "perm", "data", "proc", "orch", "rsrc")
_CONSTANTS = (
    *(None, True, 0, -1, 2**62, 1.0, -0.0, 0.1, 1e-5, 1.5e-4, 1e15, 1e16, 1.5e300, float("inf"), float("nan")),
    *("plain", "it's", "both \" and '", "tab\tline\n\\", "\x7f\u00e9\u202e\U0001f600", "long " * 40, ""),
    *([1, -2], [0.5, 1e-7], list(range(100)), [0.1] * 99, []),
)
#: Of each row the operator, the name, and the operands; constants are texts.
_Rows = list[tuple[str, str | None, list[int | str]]]


def _files(folder: Path, largest: int) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.suffix in {".nac", ".micb"})
    return [path for path in found if path.stat().st_size <= largest and detect(path) in {"nac", "micb"}]


def _reported(path: Path) -> PageProgram | None:
    with Source.of(path, None) as source:
        return report_of(source, strict=False).program


def _rows(program: dict[str, Any]) -> _Rows:
    starts, names = program["starts"], program["names"]
    operands = [
        operand if operand >= 0 else program["constants"][-1 - operand] for operand in map(int, program["operands"])
    ]
    return [
        (program["operators"][operator], names.get(str(row)), operands[starts[row] : starts[row + 1]])
        for row, operator in enumerate(program["operator"])
    ]


def _plain(program: PageProgram) -> dict[str, Any]:
    return {each: getattr(program, each) for each in PageProgram.__slots__}


def _check(engine: Path, files: Sequence[Path]) -> int:
    """Compare programs, and return how many there are."""
    asked: list[Asked] = [(path, detect(path), [["program"]]) for path in files]
    count = 0
    for path, (_, answer) in zip(files, answers(engine, asked), strict=True):
        program, expected = answer.get("value"), _reported(path)
        if expected is None or not len(expected.operator):
            continue
        assert program is not None, path
        assert program["path"] == expected.path
        assert _rows(program) == _rows(_plain(expected)), path
        count += 1
    return count


def test_rows_take_what_the_report_says(engine: Path) -> None:
    assert _check(engine, [*_files(SELECTION, 1 << 14), *_files(ROOT / "examples", 1 << 16)][:: each(5)]) > 5


@pytest.mark.nightly
def test_rows_of_the_corpus_take_what_the_report_says(engine: Path) -> None:
    assert _check(engine, _files(CORPUS, _LARGEST)) > 20


def test_a_text_of_mind_ir_has_no_program_in_its_schema(engine: Path) -> None:
    ((_, answer),) = answers(engine, [(ROOT / "examples" / "residual.mic2", None, [["program"]])])
    assert "failure" not in answer
    assert answer.get("value") is None


def test_what_the_caller_gives_is_named(engine: Path) -> None:
    asked: list[Asked] = [(ROOT / "examples" / name, None, [["program"]]) for name in ("mlp.nac", "residual.micb")]
    (_, nac), (_, mic) = answers(engine, asked)
    assert (nac["value"]["inputs"], mic["value"]["inputs"]) == (["features"], ["x"])


def test_constants_are_those_of_python(engine: Path, tmp_path: Path) -> None:
    builder = nacformats.NacBuilder()
    value = builder.input("x")
    for constant in _CONSTANTS:
        value = builder.operation("aten.made.default", value, constant)
    builder.output(value)
    nacformats.dump(builder.build(), tmp_path / "constants.nac")
    assert _check(engine, [tmp_path / "constants.nac"]) == 1


def test_more_kinds_of_instructions_than_a_program_has_are_a_list(engine: Path, tmp_path: Path) -> None:
    """Each is looked up in the tables of the file: nobody may ask for 65,536 of them."""
    builder = nacformats.NacBuilder()
    builder.output(builder.input("x"))
    header = bytearray(nacformats.dumps(builder.build())[:88])
    header[12:84] = b"".join((88 * (section == "ops")).to_bytes(8, "little") for section in _SECTIONS)
    kinds = b"".join(bytes([10 + number % 246, number // 246]) for number in range(5000))
    (tmp_path / "kinds.nac").write_bytes(header + b"OPS " + (5000).to_bytes(4, "little") + kinds)
    ((opened, answer),) = answers(engine, [(tmp_path / "kinds.nac", None, [["program"]])])
    assert opened["value"]["program"] == "ops.instructions"
    assert "failure" not in answer
    assert answer.get("value") is None
