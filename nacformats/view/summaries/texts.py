"""The summary of a text that other commands take: a schema, or a plan."""

from __future__ import annotations

from nacformats.codec.streams import Source
from nacformats.kinds import PLAN, SCHEMA
from nacformats.limits import MAX_PLAN_TEXT
from nacformats.view.summaries.data import Fact, Summary, brief, count_text

_SCHEMA = ".ksy"


def summary_of_text(source: Source) -> Summary:
    """Return the summary of a Kaitai Struct schema, or of a plan as text."""
    lines = bytes(source.view[:MAX_PLAN_TEXT]).decode(errors="replace").splitlines()
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    facts = [Fact("lines", count_text(len(lines), "line")), Fact("begins", brief(first.strip()))]
    if (source.name or "").lower().endswith(_SCHEMA):
        titles = [line.partition(":")[2].strip() for line in lines[:50] if line.strip().startswith(("title:", "id:"))]
        facts = [Fact("describes", brief(", ".join(titles))), facts[0]] if titles else facts
        commands = ["inspect FILE --schema {file}", "generate --schema {file} -o FOLDER", "fuzz {file}"]
        return Summary(SCHEMA.title, facts=facts, commands=commands)
    return Summary(PLAN.title, facts=facts, commands=["compile MODEL OUT.nac --plan {file}"])
