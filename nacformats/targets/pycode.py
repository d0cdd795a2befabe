"""Python as text: calls and lists, on one line where they fit, else one argument per line."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from nacformats.schema.lines import filled_words

WIDTH = 120

#: Ids that are no names in Python; an enum cannot have a member `mro`.
_WORDS = {*keyword.kwlist, "mro"}
#: A string without escapes, which may become several at any blank.
_TEXT = re.compile(r'"[^"\\]*"')


@dataclass(frozen=True)
class Code:
    """A call in the text that is generated: broken into lines when it is too long for one."""

    function: str
    arguments: tuple[Code | str, ...]
    prefix: str = ""
    brackets: str = "()"

    def flat(self) -> str:
        inside = ", ".join(flat_code(argument) for argument in self.arguments)
        if len(self.arguments) == 1 and not self.function and self.brackets == "()":
            inside += ","  # a tuple of one
        return f"{self.prefix}{self.function}{self.brackets[0]}{inside}{self.brackets[1]}"

    def lines(self, indent: str, ending: str) -> Iterator[str]:
        if len(line := f"{indent}{self.flat()}{ending}") <= WIDTH:
            yield line
            return
        yield f"{indent}{self.prefix}{self.function}{self.brackets[0]}"
        for argument in self.arguments:
            yield from lines_of(argument, indent + "    ", ",")
        yield f"{indent}{self.brackets[1]}{ending}"


def flat_code(code: Code | str) -> str:
    return code.flat() if isinstance(code, Code) else code


def lines_of(code: Code | str, indent: str, ending: str) -> Iterator[str]:
    if isinstance(code, Code):
        yield from code.lines(indent, ending)
    elif len(line := f"{indent}{code}{ending}") <= WIDTH:
        yield line
    elif _TEXT.fullmatch(code):
        pieces = filled_words(re.findall(r" *[^ ]+| +$", code[1:-1]), WIDTH - len(indent) - 6, between="")
        yield f"{indent}("
        yield from (f'{indent}    "{piece}"' for piece in pieces)
        yield f"{indent}){ending}"
    else:
        yield line


def filled_lines(prefix: str, items: Iterable[str], brackets: str, indent: str = "") -> Iterator[str]:
    """Return a list of short items, as many on a line as fit."""
    listed = list(items)
    line = (
        f"{indent}{prefix}{brackets[0]}{', '.join(listed)}{',' * (brackets == '()' and len(listed) == 1)}{brackets[1]}"
    )
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{indent}{prefix}{brackets[0]}"
    yield from filled_words((f"{item}," for item in listed), WIDTH, f"{indent}    ", f"{indent}    ")
    yield f"{indent}{brackets[1]}"


def import_lines(module: str, names: Iterable[str]) -> Iterator[str]:
    """Return the import of some names of a module; nothing where there are none."""
    listed = sorted(names)
    line = f"from {module} import {', '.join(listed)}"
    if len(line) > WIDTH:
        yield from filled_lines(f"from {module} import ", listed, "()")
    elif listed:
        yield line


def module_text(title: str, imports: Iterable[str], names: Iterable[str], body: Iterable[str]) -> str:
    """Return a module: its docstring, the lines of its imports, the names that it has for others, and its content."""
    listed = filled_lines("__all__ = ", (f'"{name}"' for name in names), "[]")
    head = [f'"""{title}"""', "", "from __future__ import annotations", "", *imports]
    return "\n".join([*head, "", *listed, "", *body])


def prefixed(prefix: str, part: Code | str) -> Code | str:
    return replace(part, prefix=prefix) if isinstance(part, Code) else prefix + part


def quoted_bytes(value: bytes) -> str:
    """Return bytes as Python writes them, in double quotes."""
    return repr(value) if b'"' in value else f'b"{repr(value)[2:-1]}"'


def python_name(id: str) -> str:  # noqa: A002
    """Return the name that an id has as an attribute or a member of an enum: words of Python get a `_` more."""
    return f"{id}_" if id.rstrip("_") in _WORDS else id
