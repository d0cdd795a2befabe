"""Formulas of operations, listed in TOML files: ATen operations as ONNX nodes.

A key names operations and their parameters, such as `"elu celu (x, alpha=1.0)"`: those with a default are numbers or
texts, the others tensors. The value is an expression, perhaps after lines that name parts of it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class OnnxFormula:
    """A formula.

    Attributes:
        names: of the operations, with blanks between them.
        tensors: the parameters that are tensors.
        defaults: those of the other parameters.
        lines: assignments, and the expression.
    """

    names: str
    tensors: list[str]
    defaults: dict[str, Any]
    lines: list[ast.stmt]

    def evaluated(self, given: Mapping[str, Any], operand: Callable[[Any], Any], call: Callable[..., Any]) -> Any:
        """Evaluate the formula.

        Args:
            given: the arguments by name.
            operand: makes an operand of an argument or a number.
            call: applies a function to operands; operators have their names in `ast`, such as Add.
        """
        names = dict(given)

        def plain(node: ast.expr) -> Any:
            return names[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node)

        def value(node: ast.expr) -> Any:
            match node:
                case ast.BinOp(left=left, op=op, right=right) | ast.Compare(left=left, ops=[op], comparators=[right]):
                    return call(type(op).__name__, value(left), value(right))
                case ast.UnaryOp(op=op, operand=of):
                    return call(type(op).__name__, value(of))
                case ast.Call(func=function, args=args, keywords=keywords):
                    attributes = {str(keyword.arg): plain(keyword.value) for keyword in keywords}
                    return call(ast.unparse(function), *map(value, args), **attributes)
            return operand(plain(node))

        for line in self.lines:
            match line:
                case ast.Assign(targets=[ast.Name(id=name)], value=expression):
                    names[name] = value(expression)
                case ast.Expr(value=expression):
                    return value(expression)
        raise ValueError(f"the formula of {self.names} has no result")


def formulas_beside(module: str) -> Iterator[tuple[str, OnnxFormula]]:
    """Yield the formulas of `formulas.toml` beside a module, each with the name of its section."""
    text = Path(module).with_name("formulas.toml").read_text(encoding="utf-8")
    for section, rows in tomllib.loads(text).items():
        for key, formula in rows.items():
            names, _, parameters = key.partition("(")
            head = ast.parse(f"lambda {parameters.rstrip(')')}: 0", mode="eval").body
            assert isinstance(head, ast.Lambda)
            tensors = [each.arg for each in head.args.args]
            defaults = [ast.literal_eval(each) for each in head.args.defaults]
            numbers = tensors[len(tensors) - len(defaults) :]
            del tensors[len(tensors) - len(defaults) :]
            lines = ast.parse(formula.strip()).body
            yield section, OnnxFormula(names.strip(), tensors, dict(zip(numbers, defaults, strict=True)), lines)
