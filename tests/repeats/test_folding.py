"""Blocks and folded listings of small programs."""

from __future__ import annotations

from nacformats.repeats import Blocks, FoldedRow, ProgramRows, folded_rows, repeated_blocks

#: A layer: parameters and operators in order, and how far back their operands are in rows; None is its input.
_LAYER = (
    ("", "norm.weight", ()),
    ("norm", None, (None, -1)),
    ("", "fc1.weight", ()),
    ("linear", None, (-2, -1)),
    ("gelu", None, (-1,)),
    ("", "fc2.weight", ()),
    ("linear", None, (-2, -1)),
    ("add", None, (-1, None)),
)


def layers(count: int, *, named: bool = True) -> ProgramRows:
    """Return an input, layers, and an operator at the end."""
    labels, operands, names = [""], [[]], [None]  # type: list[str], list[list[int]], list[str | None]
    for layer in range(count):
        source = len(labels) - 1
        for label, name, distances in _LAYER:
            row = len(labels)
            labels.append(label)
            operands.append([source if distance is None else row + distance for distance in distances])
            names.append(name and (f"h.{layer}.{name}" if named else ""))
    labels.append("softmax")
    operands.append([len(labels) - 2, 0])
    return ProgramRows(labels, operands, [*names, None], [len(labels) - 1])


def unfolded(lines: list[FoldedRow]) -> list[int]:
    return sorted(row for line in lines for row in line.rows)


def test_layers_are_one_block() -> None:
    program = layers(12)
    found = repeated_blocks(program)
    assert [block.title for block in found] == ["h.0 to h.11: 12 x 8 instructions"]
    assert found[0].spans == tuple(range(1 + 8 * layer, 9 + 8 * layer) for layer in range(12))
    assert found[0].consecutive
    lines = folded_rows(found, found.length)
    assert [line.kind for line in lines] == ["row", "block", *["row"] * 9]
    assert unfolded(lines) == list(range(found.length))


def test_a_limit_closes_blocks() -> None:
    found = repeated_blocks(layers(12))
    lines = folded_rows(found, found.length, 5)
    assert [line.kind for line in lines] == ["row", "block", "row"]
    assert unfolded(lines) == list(range(found.length))


def test_no_rows() -> None:
    assert repeated_blocks(ProgramRows([], [])) == Blocks()
    assert folded_rows((), 0) == []
