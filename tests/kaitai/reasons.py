"""Reports by reason: what differs in names and numbers only is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

#: So many names are listed for one reason; --json has all.
MOST_NAMES = 12


def by_reason(title: str, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each reason, the most common first: reasons that differ in names and numbers only are one."""
    reasons: dict[str, list[tuple[str, str]]] = {}
    for name, reason in pairs:
        reasons.setdefault(general(name, reason), []).append((name, reason))
    ordered = sorted(reasons.values(), key=lambda listed: (-len(listed), listed[0]))
    if ordered:
        yield f"\n{title} ({sum(map(len, ordered))}):"
    for listed in ordered:
        yield f"  {len(listed):>3} {' '.join(listed[0][1].split())}: {_names(name for name, _ in listed)}"


def _names(names: Iterable[str]) -> str:
    different = list(dict.fromkeys(names))
    more = [f"and {len(different) - MOST_NAMES}"] if len(different) > MOST_NAMES else []
    return ", ".join(different[:MOST_NAMES] + more)


def general(name: str, reason: str) -> str:
    """Return a reason without the names, paths, numbers and quoted parts in it."""
    kept = re.sub(r"(?:/[\w-]+)*/(?=[\w-]+)|/\d+(?=:)|\[[^]]*\]$", "", reason.replace(name.rpartition("/")[2], ""))
    return re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\b(?=\w*\d)\w+|\S*[.[]\S*", "", kept)


def put(path: Path, part: str, lines: Iterable[str]) -> None:
    """Put lines into a document, between two comments with the name of that part."""
    text = path.read_text(encoding="utf-8")
    begin, end = f"<!-- {part} -->\n", f"<!-- end of {part} -->\n"
    before, found, rest = text.partition(begin)
    if not found or end not in rest:
        raise ValueError(f"{path} has no place for {part}: {begin.strip()}")
    inside = "".join(f"{line}\n" for line in lines)
    path.write_text(f"{before}{begin}\n{inside}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def said_of(path: Path, error: Exception) -> str:
    """Return what an error says of a schema, without the place in the file."""
    return re.sub(rf"^{re.escape(str(path))}(:\d+:\d+)?: ", "", str(error))
