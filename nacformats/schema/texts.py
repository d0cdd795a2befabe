"""Texts of schemas and names of files in code, comments and documents: nobody vouches for them.

`plain_text` is for every text when a schema is read, `harmless` for comments and for the input of another compiler,
`markdown` for documents and what is rendered as such, `in_docstring` for Python, `plain_name` for the name of a file.
String literals have a function for each language: `quoted` for Python, `c_string`, `rust_text`, `go_text`, `java_text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
#: Control characters, those that change the direction of text, marks that show nothing, and what is no character.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
#: Where a blank makes something harmless: ends of comments, trigraphs, escapes of Java, docstrings, tags of Javadoc,
#: fences (rustdoc runs what is in them).
_ACTIVE = re.compile(
    r"""(?<=\*)(?=/)|(?<=/)(?=\*)|(?<=\?)(?=\?)|(?<=\\)(?=u)|(?<="")(?=")|(?<=\{)(?=@)|(?<=``)(?=`)|(?<=~~)(?=~)"""
)
#: Of a line of Markdown: escapes, code, backticks without a partner, tags, links to other places than the web, images,
#: braces, which may be attributes, fences.
_MARKUP = re.compile(
    r"(?P<kept>\\[\\`]|(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))|`+|<(?=[A-Za-z/!?])|\](?=\((?!https?://)|:)|!(?=\[)|\{|~~~|\\$"
)
#: What is left of the name of a file: nothing ends a comment, is markup, or says `coding: utf-7` to Python.
_NO_NAME = re.compile(r"[^\w .,+()@~-]|-(?=-)")


def plain_text(text: str) -> str:
    """Return a text as lines of what can be seen."""
    return _UNSEEN.sub("", _LINE_ENDS.sub("\n", text)).strip()


def plain_line(text: str) -> str:
    """Return a text as one such line."""
    return " ".join(plain_text(text).split())


def plain_name(name: str) -> str:
    """Return the name of a file as it is in comments and documents: one line of letters, digits and a few marks."""
    return _NO_NAME.sub("_", name)


def harmless(text: str) -> str:
    """Return a text that ends no comment."""
    return _ACTIVE.sub(" ", text)


def markdown(text: str) -> str:
    """Return a line as Markdown that is no markup but emphasis, code and links to the web."""
    return _MARKUP.sub(_unmarked, text)


def _unmarked(found: re.Match[str]) -> str:
    if found["kept"] is not None:
        return found[0]
    first, rest = found[0][0], found[0][1:]
    return {"<": "&lt;", "`": r"\`" * len(found[0]), "]": "]\\"}.get(first, f"\\{first}{rest}")


def markdown_code(text: str) -> str:
    """Return a text as code in Markdown."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence} {text} {fence}" if len(fence) > 1 else f"`{text}`"


def comment_lines(text: str) -> Iterator[str]:
    """Yield the lines of a documentation for a comment."""
    for line in harmless(plain_text(text)).splitlines():
        yield "".join(char if char.isprintable() else " " for char in line).rstrip()


def in_docstring(text: str) -> str:
    """Return a text of a schema that cannot end the docstring that it is put into."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def table_cell(text: str) -> str:
    """Return a cell of a table in Markdown."""
    return text.replace("\\|", "\\ |").replace("|", "\\|")
