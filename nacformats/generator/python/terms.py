"""Expressions of a schema as Python, in which `self` is the record at hand and `it` the value that is validated."""

from __future__ import annotations

from nacformats.codec.tables import class_name
from nacformats.generator import expressions as ex
from nacformats.generator import model
from nacformats.generator.scopes import find_enum


def rendered(expression: ex.Expression, scope: model.Type, path: str) -> str:
    """Return Python for an expression of a type.

    Args:
        expression: what is rendered.
        scope: the type whose members it names.
        path: of the expression in the schema, for errors.

    Raises:
        model.SchemaError: it uses something that does not exist.
    """
    try:
        return _renderer(scope, path).render(expression)
    except ex.ExpressionError as error:
        raise model.SchemaError(path, str(error)) from None


def _renderer(scope: model.Type, path: str) -> ex.Python:
    def enum_name(names: tuple[str, ...]) -> str:
        found = find_enum(scope, names)
        if found is None:
            raise model.SchemaError(path, f"there is no enum {'::'.join(names)!r}")
        return class_name(found.name)

    return ex.Python(
        enum_name=enum_name,
        access=lambda of, name: f"{'self' if of == 'this' else of}.{name}",
        is_member=lambda _: False,
        function=lambda name: name,
        is_bounded=False,
    )
