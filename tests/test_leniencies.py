"""docs/leniencies.md and the checks agree on what strict=False allows."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

from nacformats import validate
from tests.campaign.files import EXAMPLES, Files, originals
from tests.effort import effort

ROOT = Path(__file__).resolve().parents[1]
MUTANTS = effort(1_000, 10_000)


def documented() -> list[str]:
    """The rules in the third column of the table; a * stands for anything."""
    rows = (ROOT / "docs" / "leniencies.md").read_text(encoding="utf-8").splitlines()
    cells = [row.split("|")[3] for row in rows if row.startswith("| ") and "`" in row]
    return [rule for cell in cells for rule in re.findall(r"`([^`]+)`", cell)]


def broken_rules(name: str, data: bytes, *, strict: bool) -> set[str]:
    return {finding.rule for finding in validate(data, strict=strict, format=name) if finding.severity == "error"}


def test_whatever_only_lenient_reading_allows_is_documented() -> None:
    files = Files(originals(EXAMPLES))
    allowed: set[str] = set()
    for case in files.cases(range(MUTANTS)):
        name, data = case.format, case.data
        refused = broken_rules(name, data, strict=True)
        if refused and not broken_rules(name, data, strict=False):
            allowed |= refused
    assert allowed, "no mutant was refused strictly and read leniently"
    unknown = {rule for rule in allowed if not any(fnmatch(rule, pattern) for pattern in documented())}
    assert not unknown, "add these rules to docs/leniencies.md, with the reason"


def test_every_documented_rule_exists() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "nacformats").rglob("*.py"))
    for rule in documented():
        name = rule.rpartition(".")[2]
        assert name == "*" or f'"{name}"' in source, f"docs/leniencies.md lists {rule}, which no check has"
