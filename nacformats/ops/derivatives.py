"""Formulas of gradients in a training program, by operation: `derivatives.toml`, which says how they are written."""

from __future__ import annotations

import ast
import tomllib
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

from nacformats.ops.names import ATEN

#: Names that mean something else than a value of the forward operation.
GRADIENTS = frozenset({"grad", "grads"})
ANYTHING = "_"
COMMUTATIVE = frozenset({"mul", "add"})


@dataclass(frozen=True, slots=True, eq=False)
class FormulaName:
    """An operand of the forward operation, its result, the gradient, or a constant of the training instruction."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class FormulaLiteral:
    """A constant in a formula."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class FormulaCall:
    """An operation of the training program; part: which of its results."""

    operator: str
    arguments: tuple[Formula, ...]
    part: int | None = None


Formula = FormulaName | FormulaLiteral | FormulaCall


@cache
def alternatives(text: str) -> tuple[Formula, ...]:
    """Return the alternatives that a formula of a table offers."""
    return tuple(_formula(each) for each in _alternatives(ast.parse(text, mode="eval").body))


def _alternatives(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_alternatives(left), *_alternatives(right)]
    return [node]


def _formula(node: ast.expr) -> Formula:
    match node:
        case ast.Name(id=name):
            return FormulaName(name)
        case ast.Constant(value=None | int() | str() as value):
            return FormulaLiteral(value)
        case ast.UnaryOp():
            return FormulaLiteral(ast.literal_eval(node))
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as part)):
            return FormulaCall("getitem", (FormulaName(name), FormulaLiteral(part)))
        case ast.Subscript(
            value=ast.Call(func=ast.Name(id=operator), args=args), slice=ast.Constant(value=int() as part)
        ):
            return FormulaCall(operator, tuple(map(_formula, args)), part)
        case ast.Call(func=ast.Name(id=operator), args=args):
            return FormulaCall(operator, tuple(map(_formula, args)))
    raise ValueError(f"not a formula: {ast.unparse(node)}")


@cache
def has_gradient(formula: Formula) -> bool:
    """Return True if the gradient of the result is in a formula."""
    match formula:
        case FormulaName(name):
            return name in GRADIENTS
        case FormulaCall(arguments=arguments):
            return any(map(has_gradient, arguments))
    return False


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


NEAREST = tuple(f"{name}{rank}d" for rank in (1, 2, 3) for name in ("upsample_nearest", "_upsample_nearest_exact"))
#: The linear kinds of resampling, and their axes as names of definitions.
LINEAR = {"upsample_linear1d": "x", "upsample_bilinear2d": "yx", "upsample_trilinear3d": "zyx"}
#: Attention that autograd takes apart, among the operations of INSIDE.
UNFUSED = "unfused_attention"
FUSED = "_scaled_dot_product_flash_attention_for_cpu_backward"


def _interpolated(axes: str) -> str:
    """Return the formula of linear resampling along axes.

    Each element comes from the two ends of each axis (x: the lower one, X: the upper one), by their shares.
    """
    shares = {"": "grad"}
    for axis in axes:
        parts = {ends: f"mul({share}, share_{axis})" for ends, share in shares.items()}
        upper = {ends + axis.upper(): part for ends, part in parts.items()}
        lower = {ends + axis: f"add({share}, neg({parts[ends]}))" for ends, share in shares.items()}
        shares = upper | lower
    puts = [
        f"_unsafe_index_put(new_zeros({shares[ends]}), None, None, {', '.join(ends)}, {shares[ends]})"
        for ends in sorted(shares)
    ]
    return reduce("add({}, {})".format, puts)


def _sources(operator: str, axes: str, options: str) -> dict[str, str]:
    """Return the definitions of the places, by axis, that the elements of a resampled tensor come from."""
    ones = "full_like(slice(slice(input, 0, 0, 1), 1, 0, 1), 1, 'float64')"
    found = {}
    for dim, axis in enumerate(axes, 2):
        place = f"flatten(sub({operator}(cumsum({ones}, {dim}), {options}), 1), 0, 2)"
        found[axis] = f"_to_copy(floor({place}), 'int64')"
        found[axis.upper()] = f"_to_copy(ceil({place}), 'int64')"
        found[f"share_{axis}"] = f"type_as(sub({place}, floor({place})), input)"
    return found


def _rows(table: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return a table with a row for each operation, and in it a formula for each name."""
    rows: dict[str, dict[str, str]] = {}
    for operators, formulas in table.items():
        for operator in operators.split():
            row = rows.setdefault(operator, {})
            for names, formula in formulas.items():
                text, parts = formula.strip().replace("{name}", operator), names.split()
                for part, name in enumerate(parts):
                    row[name] = f"{text}[{part}]" if len(parts) > 1 else text
    return rows


_TABLES: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("derivatives.toml").read_text(encoding="utf-8")
)
DERIVATIVES = _rows(_TABLES["derivatives"]) | {name: {"input": _interpolated(axes)} for name, axes in LINEAR.items()}
DEFINITIONS = _rows(_TABLES["definitions"]) | {
    **{name: _sources(name, "zyx"[-int(name[-2]) :], "output_size, scale_factors") for name in NEAREST},
    **{name: _sources(name, axes, "output_size, align_corners, scale_factors") for name, axes in LINEAR.items()},
}
#: Operations that a number in place of a tensor makes sense for.
ARITHMETIC = words(_TABLES["families"]["arithmetic"])
#: Operations that give floats for a float and an integer, and integers for integers alone.
PROMOTING = words(_TABLES["families"]["promoting"])
#: Operations that keep the elements of their first operand in their order; those that only change the order of axes.
ORDERLY, PERMUTING = words(_TABLES["families"]["orderly"]), words(_TABLES["families"]["permuting"])
#: The one name that several operations have here.
ONE_NAME: dict[str, str] = {name: one for one, names in _TABLES["names"].items() for name in names.split()}
#: The overloads of operations in formulas, but for the default one.
OVERLOADS = {
    **{name: overload for overload, names in _TABLES["overloads"].items() for name in names.split()},
    **dict.fromkeys((*NEAREST, *LINEAR), "vec"),
}
#: Operations that autograd takes apart, and what of: it has more of these than the forward graph.
INSIDE = {operator: words(inside) for operators, inside in _TABLES["inside"].items() for operator in operators.split()}

#: Views that a formula mentions because the operation needs this very shape: the operation that makes it and its
#: further operands, and the rank where that says that something has the shape already.
FORMS: dict[str, tuple[str, tuple[int, ...], int | None]] = {
    "rows": (ATEN.flatten.using_ints, (0, -2), 2),
    "batches": (ATEN.flatten.using_ints, (0, -3), 3),
    "rise": (ATEN.unsqueeze.default, (-2,), None),
    "pixels": (ATEN.unsqueeze.default, (2,), None),
    "lines": (ATEN.unsqueeze.default, (1,), None),
    "one": (ATEN.unsqueeze.default, (0,), None),
    "channels": (ATEN.flatten.using_ints, (0, 1), None),
}
