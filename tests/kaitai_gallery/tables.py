"""The results of the gallery as text: a report, and the table of the documentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.kaitai.reasons import by_reason
from tests.kaitai_gallery.examine import APART, USES, SchemaResult

#: Longest reason in the table.
MOST_LETTERS = 150


def counts_of(results: list[SchemaResult]) -> list[str]:
    """Return the lines with the counts."""
    taken = sum(each.is_modelled for each in results)
    by_kaitai = sum(not each.kaitai for each in results)
    lines = [f"{len(results)} schemas; Kaitai's compiler and Python take {by_kaitai}, our front end {taken}"]
    lines += [f"  {sum(use not in each.refusals for each in results):>4} {use}" for use in USES]
    for title, part in (("samples", "files"), ("generated files", "generated")):
        outcomes: Counter[str] = sum((getattr(each, part) for each in results), Counter())
        schemas = sum(bool(getattr(each, part)) for each in results)
        listed = ", ".join(f"{count} {name}" for name, count in outcomes.most_common())
        lines.append(f"{title}: {outcomes.total()} in {schemas} schemas{': ' if listed else ''}{listed}")
    read, written = sum(each.read for each in results), sum(each.written for each in results)
    leaves = sum(each.leaves for each in results)
    return [*lines, f"leaves compared: {leaves:,}; written back byte for byte: {written} of {read} files"]


def report(results: list[SchemaResult]) -> Iterator[str]:
    """Yield the lines of a report: counts, then what is not right by reason."""
    yield from counts_of(results)
    yield from by_reason("no parser of Kaitai's", ((each.id, each.kaitai) for each in results if each.kaitai))
    for use in USES:
        pairs = ((e.id, e.refusals[use]) for e in results if use in e.refusals and (use == "read" or not _same(e, use)))
        yield from by_reason(f"no {use}", pairs)
    for title in (APART, "we refuse", "Kaitai refuses", "not written back"):
        pairs = ((e.id, wrong) for e in results for wrong in e.wrong if wrong.startswith(title))
        yield from by_reason(title, pairs)


def _same(result: SchemaResult, use: str) -> bool:
    """Whether a schema does not get a use because it is not read at all."""
    return result.refusals.get("read") == result.refusals[use]


def markdown(results: list[SchemaResult]) -> Iterator[str]:
    """Yield the lines of the table of the documentation."""
    gets = ", ".join(f"{use} {sum(use not in each.refusals for each in results)}" for use in USES)
    yield f"Of {len(results)} schemas: {gets}."
    yield ""
    for title, part in (("samples", "files"), ("files that our fuzzer made", "generated")):
        outcomes: Counter[str] = sum((getattr(each, part) for each in results), Counter())
        listed = ", ".join(f"{count:,} {name}" for name, count in outcomes.most_common())
        yield f"- {outcomes.total():,} {title}: {listed}"
    read, written = sum(each.read for each in results), sum(each.written for each in results)
    leaves = sum(each.leaves for each in results)
    yield f"- {leaves:,} leaves compared; {written:,} of {read:,} files written back byte for byte"
    yield ""
    yield f"| schema | {' | '.join(USES)} | why not |"
    yield f"|---|{'---|' * (len(USES) + 1)}"
    for each in results:
        marks = " | ".join("" if use in each.refusals else "yes" for use in USES)
        yield f"| {each.id} | {marks} | {_first_reason(each)} |"


def _first_reason(result: SchemaResult) -> str:
    """Return why a schema does not get the first of the uses that it does not get."""
    use = next((use for use in USES if use in result.refusals), None)
    if use is None:
        return ""
    text = re.sub(r" \[[^]]*\]$", "", " ".join(result.refusals[use].split()))  # without the name of a file
    text = f"{use}: {re.sub(r'[|<>]', ' ', text)}"
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."


def is_different(results: list[SchemaResult]) -> bool:
    return any(each.files[APART] or each.generated[APART] for each in results)
