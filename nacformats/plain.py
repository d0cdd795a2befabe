"""Objects of named fields, as those of frozen dataclasses are, whose classes are made without compiling code.

Every program that opens a file makes the classes of a format's room; dataclasses and named tuples take ten times as
long to make. `dataclasses.fields` and `replace` take these objects, and `inspect.signature` their classes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

if TYPE_CHECKING:
    import dataclasses

_REQUIRED: Any = object()


class _Detail:
    def __init__(self, default: Any, details: Mapping[str, bool]) -> None:
        self.default = default
        self.details = details


def detail(*, default: Any = _REQUIRED, repr: bool = True, compare: bool = True) -> Any:  # noqa: A002  as dataclasses
    """Describe a field beyond its name: the arguments are those of `dataclasses.field`."""
    return _Detail(default, {"repr": repr, "compare": compare})


class _OfDataclass:
    """An attribute of the dataclass of the same fields, which is made when it is requested."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, _instance: object, owner: Any) -> Any:
        from inspect import signature  # noqa: PLC0415  few ask

        made = _as_dataclass(owner)
        return signature(made) if self._name == "__signature__" else getattr(made, self._name)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(detail,))
class Plain:
    """An object of the fields that a subclass annotates. It cannot be changed, and is equal to nothing but itself."""

    _field_names: ClassVar[tuple[str, ...]] = ()
    _field_defaults: ClassVar[Mapping[str, object]] = {}
    _kw_only: ClassVar[bool] = False
    _field_details: ClassVar[Mapping[str, Mapping[str, bool]]] = {}
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
    else:
        __dataclass_fields__ = _OfDataclass()
        __signature__ = _OfDataclass()

    def __init_subclass__(cls, *, frozen: bool = True, kw_only: bool = False) -> None:
        cls._kw_only = kw_only
        own = list(cls.__dict__.get("__annotations__", {}))  # noqa: RUF063  inspect is imported when it is needed
        given = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
        details = {name: each for name, each in given.items() if isinstance(each, _Detail)}
        for name, each in details.items():
            delattr(cls, name)
            given[name] = each.default
        cls._field_names = cls.__match_args__ = (*cls._field_names, *own)  # type: ignore[attr-defined, misc]
        defaults = {name: each for name, each in given.items() if each is not _REQUIRED}
        cls._field_defaults = {**cls._field_defaults, **defaults}
        cls._field_details = {**cls._field_details, **{name: each.details for name, each in details.items()}}
        if not frozen:
            cls.__setattr__ = _set_known  # type: ignore[method-assign]
            cls.__delattr__ = object.__delattr__  # type: ignore[method-assign]

    def __init__(self, *args: Any, **named: Any) -> None:
        given = dict(zip(self._field_names, args), **named)  # noqa: B905  too many are refused below
        values = {**self._field_defaults, **given}
        if (args and self._kw_only) or len(given) != len(args) + len(named) or values.keys() != set(self._field_names):
            made: Any = type(self)
            _as_dataclass(made)(*args, **named)  # raises the TypeError that says what is wrong
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        pass

    def __repr__(self) -> str:
        shown = [name for name in self._field_names if self._field_details.get(name, {}).get("repr", True)]
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    if not TYPE_CHECKING:  # a checker knows which fields there are, and that they are frozen

        def __setattr__(self, name: str, value: object) -> None:
            from dataclasses import FrozenInstanceError  # noqa: PLC0415  few try

            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name: str) -> None:
            from dataclasses import FrozenInstanceError  # noqa: PLC0415  few try

            raise FrozenInstanceError(f"cannot delete field {name!r}")


class PlainValue(Plain):
    """A Plain object that is equal to every other one of its class with the same values."""

    def _values(self) -> tuple[Any, ...]:
        compared = (name for name in self._field_names if self._field_details.get(name, {}).get("compare", True))
        return tuple(getattr(self, name) for name in compared)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())


def _set_known(plain: Any, name: str, value: object) -> None:
    """Set a field or another attribute that the class has; a misspelled one would change nothing without a word."""
    if name not in plain._field_names and not name.startswith("_") and not hasattr(type(plain), name):
        raise AttributeError(f"{type(plain).__name__} has no attribute {name!r}")
    object.__setattr__(plain, name, value)


@cache
def _as_dataclass(plain: Any) -> type[Any]:
    """Return a dataclass of the same fields."""
    from dataclasses import field, make_dataclass  # noqa: PLC0415  reading has no need of it
    from inspect import get_annotations  # noqa: PLC0415

    hints = {name: hint for each in plain.__mro__ for name, hint in get_annotations(each).items()}
    fields = [(name, hints[name], field(**_arguments(plain, name))) for name in plain._field_names]
    return make_dataclass(plain.__name__, fields, frozen=True, kw_only=plain._kw_only)


def _arguments(plain: Any, name: str) -> dict[str, Any]:
    """Return the arguments of `dataclasses.field`. A default that cannot be hashed has to come from a factory."""
    details = dict(plain._field_details.get(name, {}))
    if name not in plain._field_defaults:
        return details
    default = plain._field_defaults[name]
    return details | ({"default": default} if isinstance(default, Hashable) else {"default_factory": lambda: default})
