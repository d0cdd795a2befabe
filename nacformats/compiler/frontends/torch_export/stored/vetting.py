"""The description of a program (JSON), made anew of what is harmless.

PyTorch makes more of a description than data: it compiles Python from the names of nodes and containers, evaluates
sizes and guards, looks operators up by the path of an attribute, and imports what a container names. So each text that
the description holds has a rule, by the field that it is in; a text in a field without a rule is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, ItemsView
from contextlib import suppress
from typing import Any

from torch.utils import _pytree as pytree

from nacformats.compiler.frontends.torch_export.stored import TRUST_HINT
from nacformats.compiler.frontends.torch_export.stored.expressions import SYMBOL, expansion
from nacformats.errors import InvalidError, LimitError, UnsupportedError
from nacformats.limits import MAX_PROGRAM_TERMS

#: Operators: a path below torch.ops, or a function of numbers. What it leads to is checked before it is called.
_TARGET = re.compile(r"torch\.ops(?:\.[A-Za-z_]\w*){2,3}|_operator\.\w+|math\.\w+|torch\._?sym_\w+", re.ASCII)
#: A constant becomes a real one while PyTorch traces, and is then computed with; a copy stays without elements.
_WITHOUT_ELEMENTS = {
    "torch.ops.aten.lift_fresh_copy.default": "torch.ops.aten.clone.default",
    "torch.ops.aten.lift_fresh.default": "torch.ops.aten.alias.default",
    "torch.ops.aten.lift.default": "torch.ops.aten.alias.default",
}
#: Names of parameters: the path of a module, in which keys of a ModuleDict may have blanks and the like.
_PARAMETER = re.compile(r"[\w .:/@+<>=#-]*")
_WORD = re.compile(r"[\w.+<=-]*", re.ASCII)
#: Containers of inputs and outputs whose description names no module to import.
_CONTAINERS = frozenset(
    f"{module}.{name}"
    for module, names in (
        ("builtins", ("tuple", "list", "dict")),
        ("collections", ("namedtuple", "OrderedDict", "deque")),
        ("torch.fx.immutable_collections", ("immutable_list", "immutable_dict")),
        ("torch", ("Size",)),
    )
    for name in names
)
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
            "guards_code": _nothing,
            "treespec_namedtuple_fields": _nothing,
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
    """Python that checks inputs, and names of fields: neither is needed."""
    return {} if isinstance(value, dict) else []


def _no_objects(field: str, value: Any) -> Any:
    return _refuse_object(field, value) if value else {}


def _checked(pattern: re.Pattern[str], what: str) -> Callable[[str, str], str]:
    def check(field: str, text: str) -> str:
        if not pattern.fullmatch(text):
            reason = f"field {field!r} of the exported program is no {what}"
            raise UnsupportedError(reason, actual=repr(text[:80]), hint=TRUST_HINT)
        return text

    return check


_word = _checked(_WORD, "word")
_symbol = _checked(SYMBOL, "symbol")
_operator_path = _checked(_TARGET, "operator")
#: Checks the name of a parameter, buffer or module.
parameter_name = _checked(_PARAMETER, "name of a parameter")


def _name(field: str, text: str) -> str:
    """Return a name of a node or an argument: it becomes a variable of Python."""
    if text and not text.isidentifier():
        reason = f"field {field!r} of the exported program is no name"
        raise UnsupportedError(reason, actual=repr(text[:80]), hint=TRUST_HINT)
    return text


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
    """ValueError for a container that names what to import."""
    kind, context = spec["type"], spec["context"]
    if kind is not None and kind not in _CONTAINERS and not _is_registered(kind):
        raise ValueError(kind)
    _check_context(context)
    for child in spec["children_spec"]:
        _check_container(child)


def _check_context(context: Any) -> None:
    """ValueError for keys that name a class to import; a context is a text that may be JSON itself."""
    text = context if isinstance(context, str) else json.dumps(context)
    with suppress(json.JSONDecodeError):
        json.loads(text, object_hook=_check_keys)


def _check_keys(mapping: dict[str, Any]) -> None:
    if _IMPORTED in mapping:
        raise KeyError(_IMPORTED)


def _is_registered(kind: str) -> bool:
    """True if the caller's own program has made a container known to PyTorch."""
    return kind.partition(".")[0] not in _BUILT_IN and kind in pytree.SERIALIZED_TYPE_TO_PYTHON_TYPE
