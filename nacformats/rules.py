"""Every rule that a finding can name, with what it means and what to do about it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from nacformats.findings import RuleText


@cache
def rules() -> dict[str, RuleText]:
    """Return the rules of all formats by name: those of each room of `formats/`, and those of no format in particular.

    A table is for one rule, or for several with a comma between their names. A remedy is a sentence, or the name of one
    in the same file.
    """
    found: dict[str, RuleText] = {}
    for path in (Path(__file__).with_name("rules.toml"), *sorted(Path(__file__).parent.glob("formats/*/rules.toml"))):
        texts = tomllib.loads(path.read_text(encoding="utf-8"))
        remedies = texts.pop("remedies", {})
        for names, text in texts.items():
            rule = RuleText(text["severity"], text["meaning"], remedies.get(text["remedy"], text["remedy"]))
            found.update(dict.fromkeys(names.split(", "), rule))
    return found
