"""Sizes as formulas of symbols.

PyTorch gives their text to sympy, which evaluates it as Python: only arithmetic of numbers and symbols, and functions
on a list, may be in it, and nothing that expands to millions of terms.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator

from nacformats.compiler.frontends.torch_export.stored import TRUST_HINT
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.limits import MAX_SIZE_FORMULA, MAX_SIZE_TERMS

#: Names of symbols. PyTorch counts up to the number that they end with.
SYMBOL = re.compile(r"[A-Za-z_](?:\w*[A-Za-z_])?[0-9]{0,6}", re.ASCII)

_NUMBER = re.compile(r"[+-]?[0-9]{0,40}\.?[0-9]{0,40}(?:e[+-]?[0-9]{1,3})?", re.ASCII)
_CONSTANTS = frozenset({"oo", "int_oo", "true", "false"})
_SUMS = frozenset({"Add", "Max", "Min"})
_POWERS = frozenset({"Pow", "PowByNatural", "FloatPow"})
_FUNCTIONS = """
    Abs And CeilDiv CeilToInt CleanDiv Eq Equality FloorDiv FloorToInt Ge GreaterThan Gt Identity IntTrueDiv
    FloatTrueDiv IsNonOverlappingAndDenseIndicator Le LessThan Lt Mod ModularIndexing Mul Ne Not Or PythonMod RShift
    RoundDecimal RoundToInt StrictGreaterThan StrictLessThan ToFloat TruncToFloat TruncToInt Unequality Where ceiling
    floor sqrt OpaqueUnaryFn_sqrt
"""
_ALLOWED = frozenset(_FUNCTIONS.split())
_ADDING = (ast.Add, ast.Sub)
_MULTIPLYING = (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
#: The terms that a symbol or a number counts as.
_LEAF = 2


def expansion(text: str) -> int:
    """Return the most terms that a formula may expand to; each symbol and number counts as two.

    Raises:
        InvalidError: it is no expression.
        UnsupportedError: something in it is not on the list.
        LimitError: it is too long, or expands to too many terms.
    """
    if len(text) > MAX_SIZE_FORMULA:
        raise LimitError("a size is a very long formula", expected=f"at most {MAX_SIZE_FORMULA:,} characters")
    try:
        return _expansion(ast.parse(text, mode="eval").body)
    except FormatError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InvalidError("a size is no formula", actual=repr(text[:80])) from None


def _expansion(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int() | float()):
            return _LEAF
        case ast.Name(id=name) if name in _CONSTANTS or (SYMBOL.fullmatch(name) and name[-1].isdigit()):
            return _LEAF
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            return _expansion(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(left, right)
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, (*_MULTIPLYING, ast.BitAnd, ast.BitOr)):
            return _bounded(_expansion(left) * _expansion(right))
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _ADDING):
            return _bounded(_expansion(left) + _expansion(right))
        case ast.Compare(left=left, comparators=others):
            return _bounded(sum(map(_expansion, [left, *others])))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            return _call(name, args, keywords)
    raise _refused(node)


def _call(name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> int:
    if any(not isinstance(each.value, ast.Constant) or type(each.value.value) not in (bool, int) for each in keywords):
        raise UnsupportedError("a size has a formula with unknown keywords", hint=TRUST_HINT)
    match name, args:
        case "Symbol", [ast.Constant(value=str() as text)] if SYMBOL.fullmatch(text):
            return _LEAF
        case "Float", [ast.Constant(value=str() as text)] if _NUMBER.fullmatch(text):
            return _LEAF
        case "Integer" | "Rational" | "Float", _ if all(_is_number(each) for each in args):
            return _LEAF
        case _, [base, exponent] if name in _POWERS:
            return _power(base, exponent)
    if name in _SUMS:
        return _bounded(sum(map(_expansion, args)))
    if name in _ALLOWED:
        return _bounded(math.prod(map(_expansion, args)))
    raise UnsupportedError("a size has a formula with an unknown function", actual=repr(name[:80]), hint=TRUST_HINT)


def _power(base: ast.expr, exponent: ast.expr) -> int:
    """Return a power of which the exponent is a number that is written out."""
    number = next(_literals(exponent), None)
    if number is None:
        raise _refused(exponent)
    return _bounded(_expansion(base) ** min(max(math.ceil(abs(number)), 1), MAX_SIZE_TERMS.bit_length()))


def _literals(node: ast.expr) -> Iterator[float]:
    """Yield the value of a number, as Python or as sympy writes it: -1, Integer(-1), Rational(1, 2)."""
    match node:
        case ast.Constant(value=int() | float() as value):
            yield value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            yield -value
        case ast.Call(func=ast.Name(id="Integer" | "Rational"), args=[first, *_], keywords=[]):
            yield from _literals(first)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.UnaryOp) and any(True for _ in _literals(node))


def _bounded(count: int) -> int:
    if count > MAX_SIZE_TERMS:
        raise LimitError("a size is a formula of too many terms", expected=f"at most {MAX_SIZE_TERMS:,}")
    return count


def _refused(node: ast.expr) -> UnsupportedError:
    return UnsupportedError("a size is no formula", actual=repr(ast.unparse(node)[:80]), hint=TRUST_HINT)
