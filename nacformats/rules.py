"""Every rule that a finding can name, with what it means and what to do about it."""

from __future__ import annotations

import importlib.util
import pkgutil
from functools import cache

import nacformats.formats
from nacformats.findings import RuleText

#: Rules of no format in particular: of bytes that no format was asked to check, and of formats that are a schema alone.
_ANY = {
    "wrong-format": RuleText(
        "error",
        "No format claims the bytes, or the suffix of the file names another format than its content.",
        "Rename the file, or say which format it is (`format=`). Lenient reading goes by the content.",
    ),
    "schema.layout": RuleText(
        "error or warning",
        "The bytes do not follow the schema, or writing what was read would not give them back: parts are in another "
        "order, share bytes, or leave some that belong to no field.",
        "The path and the offset name the field; compare it with `nacformats inspect --section`. Another layout is "
        "only a warning in lenient reading; `nacformats convert` to JSON and back gives the layout of the writer.",
    ),
    "limit": RuleText("error", "The input is larger than the memory allows.", "Read it from a file, which is mapped."),
    "unreadable": RuleText(
        "error",
        "Only on the command line: there is no such file, or it may not be read.",
        "The reason is that of the operating system.",
    ),
    "usage": RuleText(
        "error",
        "Only on the command line: what was asked for cannot be done, such as comparing models of different kinds.",
        "The reason says what is missing or does not fit.",
    ),
}


@cache
def rules() -> dict[str, RuleText]:
    """Return the tables of all formats: a room with a module `rule_names` that defines RULES is found by itself."""
    found = dict(_ANY)
    for info in sorted(pkgutil.iter_modules(nacformats.formats.__path__), key=lambda info: info.name):
        name = f"{nacformats.formats.__name__}.{info.name}.rule_names"
        if info.ispkg and importlib.util.find_spec(name) is not None:
            found.update(importlib.import_module(name).RULES)
    return found
