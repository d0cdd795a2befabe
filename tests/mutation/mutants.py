"""What a mutant is, and the places of a Python module at which rules are removed and kernels are changed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Calls that report what is wrong with a file.
_REPORTS = {"error", "warning", "fail", "fail_at_end", "Finding", "Problem", "listed", "finding", "header_error"}
_REPORTS |= {"_error", "_warning", "_error_at", "_each", "_each_word", "_limit", "_gap", "_no_program"}
#: Exceptions about files; others are about how the package is called.
_REFUSALS = {"FormatError", "InvalidError", "TruncatedError", "UnsupportedError", "LimitError", "Unreadable"}
#: What a check gives.
_CHECKS = ("Iterator[Finding]", "Iterator[Problem]", "Iterator[tuple[int, Finding]]")
#: Where a table of rules says which rows break one.
_BROKEN = 3


@dataclass(frozen=True)
class Mutant:
    """One change to one file.

    Attributes:
        file: below the root of the checkout.
        line: where the change is.
        place: the function that is changed, or the name of the schema; empty at the level of a module.
        change: what it is, for people.
        text: what the file holds then.
    """

    file: str
    line: int
    place: str
    change: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}"


def removed_rules(file: str) -> Iterator[Mutant]:
    """Yield one mutant for each place of a module at which a rule of a format is held."""
    yield from _mutants(file, _rule_edits)


def changed_operators(file: str) -> Iterator[Mutant]:
    """Yield one mutant for each comparison, sum, product, branch and small number in the functions of a module."""
    yield from _mutants(file, _operator_edits)


def named(mutants: Iterable[Mutant]) -> dict[str, Mutant]:
    """Name each mutant by its function and change, which moving modules and lines does not touch."""
    names: dict[str, Mutant] = {}
    for mutant in mutants:
        name = f"{mutant.place}: {mutant.change}"
        same = 1
        while (numbered := name if same == 1 else f"{name} #{same}") in names:
            same += 1
        names[numbered] = mutant
    return names


#: Which node is replaced by which text.
Edit = tuple[ast.AST, str, str]


def _mutants(file: str, edits: Callable[[ast.Module], Iterator[Edit]]) -> Iterator[Mutant]:
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    functions = [*_functions(tree)]
    seen = set()
    for node, replacement, change in edits(tree):
        text = _replaced(source, node, replacement)
        if text not in seen:
            seen.add(text)
            line = getattr(node, "lineno", 0)
            place = next((name for name, first, last in functions if first <= line <= last), "")
            yield Mutant(file, line, place, change, text)


def _functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield the qualified name, first and last line of each outermost function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{child.name}", child.lineno, child.end_lineno or child.lineno
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _replaced(source: str, node: ast.AST, replacement: str) -> str:
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    first = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
    last = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
    octets = source.encode()
    return (octets[:first] + replacement.encode() + octets[last:]).decode()


def _rule_edits(tree: ast.Module) -> Iterator[Edit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _reports(node.body[-1]):
            yield node.test, "False", f"never: if {ast.unparse(node.test)}"
            yield from _alternatives(node.test)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Rule") and len(node.args) > _BROKEN:
            broken = node.args[_BROKEN]
            yield broken, "lambda table: np.zeros(len(table), bool)", f"never: {ast.unparse(broken)}"
        if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) in _CHECKS:
            yield from _checks(node)


def _checks(function: ast.FunctionDef) -> Iterator[Edit]:
    """Each `yield from` of a check, and each mask that it makes of several."""
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom | ast.Yield):
            yield node, "pass", f"without: {_short(node)}"
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
            yield from _alternatives(node.value)


def _alternatives(node: ast.expr) -> Iterator[Edit]:
    """One side of an "or" is as good as a rule of its own."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = [node.left, node.right]
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        sides = node.values
    else:
        return
    for side in sides:
        yield node, f"({ast.unparse(side)})", f"only: {_short(side)}"


def _reports(statement: ast.stmt) -> bool:
    """Whether a statement says that something is wrong with a file."""
    if not isinstance(statement, ast.Raise | ast.Return | ast.Expr):
        return False
    names = {_name(node.func) for node in ast.walk(statement) if isinstance(node, ast.Call)}
    return bool(names & (_REFUSALS if isinstance(statement, ast.Raise) else _REPORTS) or names & {"_misfit", "error"})


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


_SWAPPED: dict[type, str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
}
#: Larger ones are constants of mathematics or limits.
_SMALL = 3


def _operator_edits(tree: ast.Module) -> Iterator[Edit]:
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for statement in function.body:
            if not isinstance(statement, ast.FunctionDef):
                yield from _operators(statement)


def _operators(statement: ast.stmt) -> Iterator[Edit]:
    for node in ast.walk(statement):
        if isinstance(node, ast.BinOp) and type(node.op) in _SWAPPED:
            sides = ast.unparse(node.left), ast.unparse(node.right)
            yield node, f"(({sides[0]}) {_SWAPPED[type(node.op)]} ({sides[1]}))", f"other operator: {_short(node)}"
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _SWAPPED:
            sides = ast.unparse(node.left), ast.unparse(node.comparators[0])
            yield (
                node,
                f"(({sides[0]}) {_SWAPPED[type(node.ops[0])]} ({sides[1]}))",
                f"other comparison: {_short(node)}",
            )
        elif isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value <= _SMALL:
            yield node, str(node.value + 1), f"{node.value} is {node.value + 1}"
        elif isinstance(node, ast.If | ast.IfExp):
            yield node.test, f"(not ({ast.unparse(node.test)}))", f"other branch: if {ast.unparse(node.test)}"


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else f"{text[:99]}…"
