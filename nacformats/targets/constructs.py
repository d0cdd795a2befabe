"""Generates construct structs from a schema: a Record for each type, over the class of the machine."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nacformats.schema import model
from nacformats.schema.lines import filled_words
from nacformats.schema.reading import schema_model
from nacformats.schema.sizes import type_size
from nacformats.schema.texts import in_docstring
from nacformats.targets import pycode
from nacformats.targets.python.names import class_names

#: The end of a sentence, not that of an abbreviation within one.
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`Λ])")


def render_constructs(name: str) -> str:
    """Return the module with the construct structs of a schema.

    Raises:
        SchemaError: the schema is outside the profile.
    """
    schema = schema_model(name)
    title = in_docstring(schema.title)
    if name in model.NATIVE:
        imports = ["from nacformats.codec.constructs import Number as _Number"]
        body = [*_comment(schema.root.doc), f'{name} = _Number("{name}")']
        return pycode.module_text(f"Construct of {title}: it parses and it builds.", imports, [name], body)
    classes = list(class_names(schema))
    enums = [called for thing, called in classes if isinstance(thing, model.Enum)]
    imports = [
        "from nacformats.codec.constructs import Record as _Record",
        f"from nacformats._generated.python import {name} as _records",
        *pycode.import_lines(f"nacformats._generated.python.{name}", enums),
    ]
    body = []
    for thing, called in classes:
        if isinstance(thing, model.Type):
            body += [*_comment(thing.doc), f"{record_name(thing)} = _Record({_arguments(thing, called)})"]
    listed = sorted([*enums, *(record_name(target) for target in schema.types)])
    return pycode.module_text(f"Construct structs of {title}: they parse and they build.", imports, listed, body)


def record_name(target: model.Type) -> str:
    """Return the name of the Record of a type."""
    return pycode.python_name(target.name)


def _arguments(target: model.Type, called: str) -> str:
    size = type_size(target)
    return f"_records.{called}" if size is None else f"_records.{called}, {size}"


def _comment(doc: str) -> Iterator[str]:
    """Yield the first sentence of documentation."""
    sentence = _SENTENCE.split(" ".join(doc.split("\n\n", maxsplit=1)[0].split()), maxsplit=1)[0]
    for line in filled_words(sentence.split(), pycode.WIDTH - 2):
        yield f"# {line}"
