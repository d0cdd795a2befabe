"""The tables of operators are there to be read: narrow lines, each part of a formula on its own."""

from __future__ import annotations

from pathlib import Path

import pytest

import nacformats
import nacformats.ops.kernels
from nacformats.onnx.reading.formulas import FORMULAS, node_of
from nacformats.ops.decompositions import shared_formulas
from nacformats.ops.schemas import KERNELS
from nacformats.ops.table import Operator, operators, parse_row, rows_in
from tests.partners import partner

onnx = partner("onnx")

PACKAGE = Path(nacformats.__file__).parent
TABLES = [path for room in ("ops", "onnx") for kind in ("txt", "toml") for path in (PACKAGE / room).rglob(f"*.{kind}")]
COLUMNS = 120


def test_tables_fit_on_a_page() -> None:
    assert len(TABLES) > 35
    for path in TABLES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= COLUMNS, f"{path.name}:{number}: {len(line)} columns, at most {COLUMNS}"


def test_lines_of_a_row(tmp_path: Path) -> None:
    """Parts of a formula are indented once; what is indented further, and a bar, go on with the line above."""
    table = tmp_path / "rows.txt"
    table.write_text(
        """# a comment
probe(Tensor self,
        int dim) -> Tensor
    | elementwise | same | floats:
    x = Exp(self)
    x |
    x = exp(
        self)
    x * 2
second = probe
"""
    )
    first, second = rows_in(table)
    assert parse_row(first).schema == "probe(Tensor self, int dim) -> Tensor"
    assert parse_row(first).onnx == "floats: x = Exp(self); x"
    assert parse_row(first).formula == "x = exp( self); x * 2"
    assert second == "second = probe"


@pytest.mark.parametrize("name", sorted(shared_formulas()))
def test_shared_formulas_are_no_operators(name: str) -> None:
    """A formula that has the name of an operator would take its place, and one that nobody calls is of no use."""
    rows = [*operators().values(), *shared_formulas().values(), *FORMULAS.values()]
    assert all(row.base != name for row in operators().values())
    assert any(f"{name}(" in row.formula for row in rows)


def test_nodes_are_operators_with_the_same_defaults() -> None:
    """What a row says about a node when it is written holds for the one that is read."""
    nodes = {row.name: row for each in operators().values() if (row := node_of(each)) is not None}
    assert len(nodes) > 35
    for name, row in nodes.items():
        known = {each: spec.default_value for each, spec in onnx.defs.get_schema(name).attributes.items()}
        for each in row.bound:
            if each.keyword_only:
                given = onnx.helper.get_attribute_value(known[each.name])
                assert (given.decode() if isinstance(given, bytes) else pytest.approx(given)) == each.default


def test_a_kernel_beside_a_formula_says_why() -> None:
    """A kernel whose operators all have formulas is faster than these, as measured, or more exact; others go."""
    of_function: dict[int, list[Operator]] = {}
    for name, kernel in KERNELS.items():
        row = operators().get(name)
        if row is not None and row.principal == name and not row.changes and not hasattr(kernel.function, "formula_of"):
            of_function.setdefault(id(kernel.function), []).append(row)
    beside = [row for rows in of_function.values() if all(row.formula for row in rows) for row in rows]
    assert len(beside) > 50
    said = {"faster", "exact"}
    silent = [row.name for row in beside if not said.intersection(mark.partition("=")[0] for mark in row.marks)]
    assert not silent, "kernels without a reason (see MARKS):\n" + "\n".join(silent)
