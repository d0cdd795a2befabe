"""Every rule has its text, and every text its rule; see also `only_known_rules` in conftest.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nacformats.findings import Finding
from nacformats.rules import rules

ROOT = Path(__file__).resolve().parents[1]
#: The rooms by format; MIC-B and mic@2 share one. What is attached to a NAC file has rooms of its own.
ROOMS = {
    "micb": "formats/mic",
    "mic2": "formats/mic",
    "stb": "formats/stb",
    "gguf": "formats/gguf",
    "safetensors": "formats/safetensors",
    "schema": "formats",
}
INSIDE = {"nac": ("formats/nac", "formats/mep", "plan", "checks")}

API = "".join(
    (ROOT / "nacformats" / name).read_text(encoding="utf-8")
    for name in ("api.py", "checks/validation.py", "commands/inspection/document.py")
)


def source_of(room: str) -> str:
    paths = sorted((ROOT / "nacformats" / room).rglob("*.py"))
    return "".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("name", rules())
def test_a_rule_that_has_a_text_is_in_use(name: str) -> None:
    """A check names it; the rules about the header of STB are named after the fields of its schema."""
    format_name, _, rule = name.rpartition(".")
    rooms = INSIDE.get(format_name, (ROOMS.get(format_name, ""),))
    source = "".join(map(source_of, rooms)) if format_name else API
    schema = (ROOT / "schemas" / f"{format_name}.ksy").read_text(encoding="utf-8") if format_name == "stb" else ""
    assert re.search(rf'[".]{re.escape(rule)}"', source) or f"- id: {rule.replace('-', '_')}" in schema


@pytest.mark.parametrize("name", rules())
def test_texts_are_sentences(name: str) -> None:
    text = rules()[name]
    assert text.severity in ("error", "warning", "error or warning")
    for sentence in (text.meaning, text.remedy):
        assert re.match(r"[A-Z`].*[.)]$", sentence), sentence


def test_an_unknown_rule_fails_the_test_that_meets_it() -> None:
    with pytest.raises(AssertionError, match=r"nac\.no-such-rule: .*rules\.toml"):
        Finding("error", "nac.no-such-rule", "reason")
    with pytest.raises(AssertionError, match=r"nac\.no-output is said to be a warning"):
        Finding("error", "nac.no-output", "reason")
