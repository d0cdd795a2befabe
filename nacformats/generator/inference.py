"""The Python types of fields and expressions, as the parsers of the Kaitai Struct compiler have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.generator import expressions as ex
from nacformats.generator import model
from nacformats.generator.reading import find_enum
from nacformats.generator.sources import ksy_at


@dataclass(frozen=True)
class Listed:
    """A list of elements of one type."""

    element: str | model.Type


#: A class of a schema, the name of a Python type or of an enum, or a list.
Inferred = str | model.Type | Listed

_METHODS = {"length": "int", "size": "int", "to_i": "int", "to_s": "str", "substring": "str", "reverse": "str"}
_STREAM = {"pos": "int", "size": "int", "eof": "bool"}
_BOOLEAN = {"and", "or", "<", "<=", ">", ">=", "==", "!="}


def qualified(target: model.Type) -> str:
    """Return the name of the class of a type: the classes of the types around it are before it."""
    outer = "" if target.outer is None else f"{qualified(target.outer)}."
    return f"{outer}{class_name(target.id)}"


@dataclass(frozen=True)
class Inference:
    """The types of a schema."""

    schema: model.Schema

    def text(self, found: Inferred) -> str:
        """Return a type as an annotation."""
        if isinstance(found, Listed):
            return f"list[{self.text(found.element)}]"
        return qualified(found) if isinstance(found, model.Type) else found

    def field(self, member: model.Field) -> str:
        """Return the annotation of a field or of an instance with `pos`."""
        found = self.text(self._of_field(member))
        return f"{found} | None" if member.pos is not None and member.condition is not None else found

    def value(self, owner: model.Type, value: model.ValueInstance) -> str:
        """Return the annotation of an instance with `value`."""
        found = self.text(self._of_value(owner, value, ()))
        return f"{found} | None" if value.condition is not None else found

    def param(self, owner: model.Type, name: str) -> str:
        """Return the annotation of a param."""
        ksy = next(param for param in self._ksy(owner)["params"] if param["id"] == name)
        return _simple(str(ksy.get("type", "bytes")))

    def enum(self, enum: model.Enum) -> str:
        """Return the name of the class of an enum."""
        owner = next(target for target in self.schema.types if enum in target.enums.values())
        return f"{qualified(owner)}.{class_name(enum.id)}"

    def _ksy(self, owner: model.Type) -> dict[str, Any]:
        return ksy_at(owner.schema, owner.path)[-1]  # type: ignore[no-any-return]

    def _of_field(self, member: model.Field) -> Inferred:
        found = self._of_kind(member.kind)
        if member.enum is not None:
            checked = any(rule.rule == "in-enum" for rule in member.valid)
            found = self.enum(member.enum) if checked else f"{self.enum(member.enum)} | int"
        return found if member.repeat is None else Listed(found)

    def _of_kind(self, kind: model.FieldKind) -> str | model.Type:
        match kind:
            case model.NumberKind(sign, _, _):
                return "float" if sign == "f" else "int"
            case model.Bits(width, _):
                return "bool" if width == 1 else "int"
            case model.TextKind(_):
                return "str"
            case model.RawBytes():
                return "bytes"
            case model.TypeUse(target, _):
                return target
            case model.SwitchKind(_, cases):
                return " | ".join(dict.fromkeys(self.text(self._of_kind(case)) for _, case in cases))

    def _of_value(
        self, owner: model.Type, value: model.ValueInstance, seen: tuple[model.ValueInstance, ...]
    ) -> Inferred:
        if value.enum is not None:
            return f"{self.enum(value.enum)} | int"
        if value in seen:  # only numbers are defined by themselves
            return "int"
        return self._of(owner, value.value, (*seen, value))

    def _of(self, owner: model.Type, expression: ex.Expression, seen: tuple[model.ValueInstance, ...]) -> Inferred:
        match expression:
            case ex.Literal(value):
                return type(value).__name__
            case ex.Name(name):
                return self._of_member(owner, name, seen)
            case ex.Member(path, _):
                enum = find_enum(owner, path)
                return "int" if enum is None else self.enum(enum)
            case ex.Cast(of, name):
                simple = _simple(name)
                return self._of(owner, of, seen) if simple == "bytes" else simple
            case ex.Unary(operator, operand):
                return "bool" if operator == "not" else self._of(owner, operand, seen)
            case ex.Conditional(_, yes, no):
                return self._wider(self._of(owner, yes, seen), self._of(owner, no, seen))
            case ex.Index(of, _):
                found = self._of(owner, of, seen)
                return found.element if isinstance(found, Listed) else "int"
            case ex.Binary(operator, left, right):
                return "bool" if operator in _BOOLEAN else self._sum(owner, left, right, seen)
            case ex.Attribute(of, name, _):
                return self._of_attribute(owner, of, name, seen)

    def _sum(
        self, owner: model.Type, left: ex.Expression, right: ex.Expression, seen: tuple[model.ValueInstance, ...]
    ) -> Inferred:
        return self._wider(self._of(owner, left, seen), self._of(owner, right, seen))

    @staticmethod
    def _wider(left: Inferred, right: Inferred) -> Inferred:
        if {left, right} <= {"int", "float", "bool"} and left != right:
            return "float" if "float" in (left, right) else "int"
        return left

    def _of_attribute(
        self, owner: model.Type, of: ex.Expression, name: str, seen: tuple[model.ValueInstance, ...]
    ) -> Inferred:
        if isinstance(of, ex.Name | ex.Attribute) and of.id == "_io":
            return _STREAM[name]
        found = self._of(owner, of, seen)
        if isinstance(found, model.Type):
            return self._of_member(found, name, seen)
        if isinstance(found, Listed) and name in ("first", "last", "min", "max"):
            return found.element
        return _METHODS.get(name, "int")

    def _of_member(self, owner: model.Type, name: str, seen: tuple[model.ValueInstance, ...]) -> Inferred:
        if name == "_root":
            return self.schema.root
        if name == "_parent":
            return next(self._users(owner), self.schema.root)
        if name in (param.id for param in owner.params):
            return self.param(owner, name)
        for member in (*owner.fields, *owner.placed, *owner.views):
            if member.id == name:
                return self._of_field(member)
        for value in owner.values:
            if value.id == name:
                return self._of_value(owner, value, seen)
        raise model.SchemaError(owner.path, f"there is no member {name!r}")

    def _users(self, target: model.Type) -> Iterator[model.Type]:
        """Return the types that have a field of this type."""
        for owner in self.schema.types:
            if any(use.type is target for member in (*owner.fields, *owner.placed) for use in model.uses(member.kind)):
                yield owner


def _simple(name: str) -> str:
    """Return the Python type of a number, a truth value or a text of the language; "bytes" for anything else."""
    if name in ("bool", "b1"):
        return "bool"
    if name[0] == "f" and name[1:2] in ("4", "8"):
        return "float"
    return "str" if name in ("str", "strz") else "int" if name[0] in "usb" and name[1:2].isdigit() else "bytes"
