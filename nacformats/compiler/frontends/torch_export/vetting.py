"""The description of a program (JSON), made anew of what is harmless.

PyTorch makes more of a description than data: it compiles Python from the names of nodes and containers, evaluates
sizes and guards, looks operators up by the path of an attribute, and imports what a container names. So each text that
the description holds has a rule, by the field that it is in; a text in a field without a rule is refused.

Sizes are formulas of symbols. PyTorch gives their text to sympy, which evaluates it as Python: only arithmetic of
numbers and symbols, and functions on a list, may be in it, and nothing that expands to millions of terms.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable, ItemsView, Iterator
from contextlib import suppress
from typing import Any

from torch.utils import _pytree as pytree

from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.limits import MAX_PROGRAM_TERMS, MAX_SIZE_FORMULA, MAX_SIZE_TERMS
from nacformats.ops.names import ATEN

#: The advice for a caller who trusts the writer of a file.
TRUST_HINT = (
    "if you would run a program from whoever wrote it, --trust (trust=True) lets PyTorch load the file as it is"
)

# sizes

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


# the description

#: Operators: a path below torch.ops, or a function of numbers. What it leads to is checked before it is called.
_TARGET = re.compile(r"torch\.ops(?:\.[A-Za-z_]\w*){2,3}|_operator\.\w+|math\.\w+|torch\._?sym_\w+", re.ASCII)
#: A constant becomes a real one while PyTorch traces, and is then computed with; a copy stays without elements.
_LIFTED = {
    ATEN.lift_fresh_copy.default: ATEN.clone.default,
    ATEN.lift_fresh.default: ATEN.alias.default,
    ATEN.lift.default: ATEN.alias.default,
}
_WITHOUT_ELEMENTS = {f"torch.ops.{lifted}": f"torch.ops.{copy}" for lifted, copy in _LIFTED.items()}
#: Names of parameters: the path of a module, in which keys of a ModuleDict may have blanks and the like.
_PARAMETER = re.compile(r"[\w .:/@+<>=#-]*")
_WORD = re.compile(r"[\w.+<=-]*", re.ASCII)
#: Containers of inputs and outputs whose description names no module to import.
_CONTAINER_NAMES = """
    builtins.tuple builtins.list builtins.dict collections.namedtuple collections.OrderedDict collections.deque
    torch.fx.immutable_collections.immutable_list torch.fx.immutable_collections.immutable_dict torch.Size
"""
_CONTAINERS = frozenset(_CONTAINER_NAMES.split())
#: The packages whose registered containers are not those of the caller.
_BUILT_IN = frozenset({"builtins", "collections", "torch"})
_IMPORTED = "__enum__"
_FILE_AND_LINE = re.compile(r'File "[^"<\r\n]+", line [0-9]+')
_INTEGERS = range(-(2**63), 2**64)
#: Fields of numbers, of which JSON has no infinite ones.
_NUMBERS = ("as_float", "as_floats", "as_float_lists", "real", "imag")
_NO_NUMBERS = frozenset({"Infinity", "-Infinity", "NaN"})


def vetted(document: Any) -> dict[str, Any]:
    """Return a description of a program with nothing in it that PyTorch would run.

    Raises:
        InvalidError: the description is none.
        UnsupportedError: it holds what is not on the lists; trusting the file would help.
        LimitError: its sizes are too long to compute with.
    """
    if not isinstance(document, dict):
        raise InvalidError("the exported program is described by no mapping")
    try:
        made: dict[str, Any] = _Vetting().of(document)
    except RecursionError:
        raise InvalidError("the description of the exported program is nested too deeply") from None
    return made


class _Vetting:
    """Builds a description anew; each formula is counted once."""

    def __init__(self) -> None:
        self._formulas: set[str] = set()
        self._terms = 0
        self._rules: dict[str, Callable[[str, Any], Any]] = {
            **dict.fromkeys(("name", "as_name", "user_input_name", "forward_arg_names"), _name),
            **dict.fromkeys(("target", "as_operator"), _target),
            **dict.fromkeys(("parameter_name", "buffer_name", "tensor_constant_name", "fqn"), parameter_name),
            **dict.fromkeys(("type", "verifiers", "torch_version"), _word),
            **dict.fromkeys(("as_string", "as_strings"), _text),
            **dict.fromkeys(_NUMBERS, _number),
            **dict.fromkeys(("in_spec", "out_spec"), _containers),
            "expr_str": self._formula,
        }
        self._replaced: dict[str, Callable[[str, Any], Any]] = {
            **dict.fromkeys(("tensor_values", "sym_int_values", "sym_float_values", "sym_bool_values"), self._by_name),
            **dict.fromkeys(("as_string_to_argument", "opset_version"), self._by_name),
            "range_constraints": self._by_symbol,
            **dict.fromkeys(("custom_obj", "as_custom_obj", "class_fqn"), _refuse_object),
            "custom_obj_values": _no_objects,
            "metadata": _metadata,
            **dict.fromkeys(("guards_code", "treespec_namedtuple_fields"), _nothing),
        }

    def of(self, value: Any, field: str = "") -> Any:
        """Return the value of a field."""
        if isinstance(value, dict):
            return {_name("key", key): self._of_field(key, item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.of(item, field) for item in value]
        if isinstance(value, str):
            rule: Callable[[str, Any], Any] = self._rules.get(field, _refuse)
            return rule(field, value)
        if value is not None and field in self._rules and field not in _NUMBERS:
            raise InvalidError(f"field {field!r} of the exported program is no text", actual=repr(value)[:80])
        if type(value) is int and value not in _INTEGERS:
            raise LimitError(f"a number in field {field!r} takes more than 64 bits")
        return value

    def _of_field(self, field: str, value: Any) -> Any:
        replaced = self._replaced.get(field)
        return self.of(value, field) if replaced is None or value is None else replaced(field, value)

    def _by_name(self, field: str, value: Any) -> Any:
        """Return a mapping whose keys are names of the program's own."""
        return {_name(field, key): self.of(item) for key, item in _items(field, value)}

    def _by_symbol(self, field: str, value: Any) -> Any:
        return {_symbol(field, key): self.of(item) for key, item in _items(field, value)}

    def _formula(self, _field: str, text: str) -> str:
        if text not in self._formulas:
            self._formulas.add(text)
            self._terms += expansion(text)
            if self._terms > MAX_PROGRAM_TERMS:
                raise LimitError("the sizes of the program are formulas of too many terms")
        return text


def _items(field: str, value: Any) -> ItemsView[str, Any]:
    if not isinstance(value, dict):
        raise InvalidError(f"field {field!r} of the exported program is no mapping")
    return value.items()


def _refuse(field: str, text: str) -> Any:
    reason = f"the exported program has a text in field {field!r}, which is not known"
    raise UnsupportedError(reason, actual=repr(text[:80]), hint=TRUST_HINT)


def _refuse_object(_field: str, _value: Any) -> Any:
    raise UnsupportedError("the exported program uses objects of custom classes", hint=TRUST_HINT)


def _nothing(_field: str, value: Any) -> Any:
    """Ignore Python that checks inputs, and names of fields: neither is needed."""
    return {} if isinstance(value, dict) else []


def _no_objects(field: str, value: Any) -> Any:
    return _refuse_object(field, value) if value else {}


def _checked(fits: Callable[[str], object], what: str) -> Callable[[str, str], str]:
    def check(field: str, text: str) -> str:
        if not fits(text):
            reason = f"field {field!r} of the exported program is no {what}"
            raise UnsupportedError(reason, actual=repr(text[:80]), hint=TRUST_HINT)
        return text

    return check


def _can_be_variable(text: str) -> bool:
    return not text or text.isidentifier()


_word = _checked(_WORD.fullmatch, "word")
_symbol = _checked(SYMBOL.fullmatch, "symbol")
_operator_path = _checked(_TARGET.fullmatch, "operator")
# The name of a node or an argument becomes a variable of Python.
_name = _checked(_can_be_variable, "name")
#: Checks the name of a parameter, buffer or module.
parameter_name = _checked(_PARAMETER.fullmatch, "name of a parameter")


def _target(field: str, text: str) -> str:
    return _WITHOUT_ELEMENTS.get(text) or _operator_path(field, text)


def _text(_field: str, text: str) -> str:
    """Return an argument of an operator: PyTorch quotes it."""
    return text


def _number(field: str, text: str) -> str:
    return text if text in _NO_NUMBERS else _refuse(field, text)


def _metadata(_field: str, value: Any) -> dict[str, str]:
    """Return the place of a node in the model; all other metadata is dropped: PyTorch would look it up by name."""
    held = value if isinstance(value, dict) else {}
    stack, module = (held.get(key, "") for key in ("stack_trace", "nn_module_stack"))
    kept = {"stack_trace": "\n".join(_FILE_AND_LINE.findall(stack)) if isinstance(stack, str) else ""}
    if isinstance(module, str) and module.isprintable():
        kept["nn_module_stack"] = module
    return {key: text for key, text in kept.items() if text}


def _containers(field: str, text: str) -> str:
    """Return how inputs or outputs are nested: in Python's own containers, and those that the caller has registered."""
    try:
        version, spec = json.loads(text)
        _check_container(spec)
    except (ValueError, KeyError, TypeError, AttributeError):
        reason = f"field {field!r} of the exported program describes no containers that are known"
        raise UnsupportedError(reason, actual=repr(text[:80]), hint=TRUST_HINT) from None
    return json.dumps([version, spec])


def _check_container(spec: dict[str, Any]) -> None:
    """Raise ValueError for a container that names what to import."""
    kind, context = spec["type"], spec["context"]
    if kind is not None and kind not in _CONTAINERS and not _is_registered(kind):
        raise ValueError(kind)
    _check_context(context)
    for child in spec["children_spec"]:
        _check_container(child)


def _check_context(context: Any) -> None:
    """Raise ValueError for keys that name a class to import; a context is a text that may be JSON itself."""
    text = context if isinstance(context, str) else json.dumps(context)
    with suppress(json.JSONDecodeError):
        json.loads(text, object_hook=_check_keys)


def _check_keys(mapping: dict[str, Any]) -> None:
    if _IMPORTED in mapping:
        raise KeyError(_IMPORTED)


def _is_registered(kind: str) -> bool:
    """True if the caller's own program has made a container known to PyTorch."""
    return kind.partition(".")[0] not in _BUILT_IN and kind in pytree.SERIALIZED_TYPE_TO_PYTHON_TYPE
