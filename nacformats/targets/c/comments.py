"""Documentation of a schema as comments of C."""

from __future__ import annotations

import re

from nacformats.schema.lines import filled_words
from nacformats.schema.texts import harmless

WIDTH = 116


def c_comment(doc: str, doc_ref: str = "", indent: str = "") -> list[str]:
    """Return documentation as the comment above a declaration; nothing where there is none."""
    ref = f"See {' '.join(doc_ref.split())}." if doc_ref.strip() else ""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", doc.strip()) if part.strip()]
    if ref and paragraphs:
        paragraphs[-1] += f" {ref}"
    elif ref:
        paragraphs = [ref]
    paragraphs = list(map(harmless, paragraphs))
    if not paragraphs:
        return []
    if len(paragraphs) == 1 and len(paragraphs[0]) + len(indent) + len("/**  */") <= WIDTH:
        return [f"{indent}/** {paragraphs[0]} */"]
    lines = [f"{indent}/**"]
    for number, paragraph in enumerate(paragraphs):
        lines += [f"{indent} *"] * (number > 0)
        lines += [f"{indent} * {line}" for line in filled_words(paragraph.split(), WIDTH - len(indent) - 3)]
    return [*lines, f"{indent} */"]
