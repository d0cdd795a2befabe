"""Schemas that a compiler has to refuse (formats_err/*.ksy), or to warn about: a comment on top of each says why."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.kaitai.ours import warnings_of
from tests.kaitai.reasons import said_of

REFUSED, ACCEPTED, WARNED, NOT_WARNED, HELPER = "refused", "accepted", "warned", "not warned", "helper"
#: A problem in the comment: the file and the path in it, then, in a line of its own, what is wrong.
PROBLEM = re.compile(r"^# ([\w./-]+\.ksy): (\S*?):?\s*\n#\s+(error|warning): (.*)$", re.MULTILINE)
WITHOUT_PATH = re.compile(r"^#\s.*?(error|warning): (.*)$", re.MULTILINE)


@dataclass
class RefusedResult:
    """What becomes of a schema that is wrong.

    A schema that Kaitai warns about and that is refused at that path is WARNED: more is said than is demanded.

    Attributes:
        kind: what became of it.
        demanded: path and text of what is wrong; said: what this package says.
        is_place: whether it names the path; is_refused: whether it refuses the schema.
    """

    id: str
    kind: str
    demanded: str = ""
    said: str = ""
    is_place: bool = False
    is_refused: bool = False

    @property
    def fields(self) -> dict[str, Any]:
        return asdict(self)


def examine(path: Path, theirs: str | None = None) -> RefusedResult:
    """Open a schema that has to be refused, or warned about; `theirs` is why Kaitai's compiler refuses it."""
    problems = _problems(path) or ([("/", "error", theirs)] if theirs else [])
    errors = [(where, text) for where, severity, text in problems if severity == "error"]
    said, warnings = "", []
    try:
        warnings = warnings_of(path)
    except (ValueError, OSError) as error:
        said = said_of(path, error)
    demanded = "; ".join(f"{where}: {text}" for where, _, text in problems)
    if not problems:
        return RefusedResult(path.stem, HELPER, said=said)
    if errors:
        is_place = any(said.startswith(f"{where}:") for where, _ in errors)
        return RefusedResult(path.stem, REFUSED if said else ACCEPTED, demanded, said, is_place, bool(said))
    told = warnings or [said]
    missing = [where for where, _, _ in problems if not any(each.startswith(f"{where}:") for each in told)]
    is_told = len(missing) < len(problems) if said else not missing
    kind = WARNED if is_told else NOT_WARNED
    return RefusedResult(path.stem, kind, demanded, "; ".join(told), not missing, bool(said))


def _problems(path: Path) -> list[tuple[str, str, str]]:
    """Return path in the schema, severity and text of each problem."""
    text = path.read_text(encoding="utf-8")
    head = "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))
    found = [(match[2], match[3], match[4]) for match in PROBLEM.finditer(head)]
    return found or [("/", match[1], match[2]) for match in WITHOUT_PATH.finditer(head)]
