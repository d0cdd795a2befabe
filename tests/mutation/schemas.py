"""Mutants of the schemas: each `valid` and each `contents` is removed in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutation.mutants import ROOT, Mutant

_RULE = re.compile(r"^(?P<indent> *(?:- )?)(?P<key>valid|contents):(?P<value>.*)$")
_BOUND = re.compile(r" *(min|max): ")
_ID = re.compile(r"^ *(?:- )?id: *(?P<id>\w+)")


def removed_rules(name: str) -> Iterator[Mutant]:
    """One mutant for each rule of a schema. Bytes that may hold anything take the place of `contents`.

    The text of the schema is edited, not its YAML, so that all else in it stays as it is.
    """
    file = f"schemas/{name}.ksy"
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines(keepends=True)
    field = ""
    for number, line in enumerate(lines):
        if found := _ID.match(line):
            field = found["id"]
        if rule := _RULE.match(line):
            stop = _end(lines, number, len(rule["indent"]))
            instead = [_any_bytes(rule)] if rule["key"] == "contents" else []
            text = "".join([*lines[:number], *instead, *lines[stop:]])
            yield Mutant(file, number + 1, name, f"{field} without {_short(lines[number:stop])}", text)
            for change, part in _weakened(lines[number:stop]):
                text = "".join([*lines[:number], *part, *lines[stop:]])
                yield Mutant(file, number + 1, name, f"{field} with only {change}", text)


def _end(lines: list[str], start: int, indent: int) -> int:
    """The first line after a key that does not belong to it."""
    stop = start + 1
    while stop < len(lines) and lines[stop].strip() and len(lines[stop]) - len(lines[stop].lstrip()) > indent:
        stop += 1
    return stop


def _weakened(rule: list[str]) -> Iterator[tuple[str, list[str]]]:
    """A rule of several parts (bounds, or conditions joined by "and") with each of them alone."""
    if len(rule) > 2 and all(_BOUND.match(line) for line in rule[1:]):
        yield from ((line.strip(), [rule[0], line]) for line in rule[1:])
    conditions = rule[1].partition("expr: ")[2].strip().split(" and ") if len(rule) == 2 else []
    if len(conditions) > 1:
        head = rule[1].partition("expr: ")[0]
        yield from ((each, [rule[0], f"{head}expr: {each}\n"]) for each in conditions)


def _any_bytes(rule: re.Match[str]) -> str:
    value = rule["value"].strip()
    text = value.strip("'\"").encode().decode("unicode_escape") if value[0] in "'\"" else value
    return f"{rule['indent']}size: {len(text)}\n"


def _short(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
