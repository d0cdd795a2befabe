"""The tokenizer and the plan that go into a compiled file: as objects, or as the paths of their files."""

from __future__ import annotations

import os
from pathlib import Path

from nacformats.api import load
from nacformats.files import PathLike
from nacformats.formats import formats
from nacformats.formats.mep.program import Plan, assemble
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.tokenizer import Tokenizer, compile_tokenizer

_SAVED = "save another library's as tokenizer.json, and give the path of that"


def tokenizer_to_attach(given: object) -> Tokenizer:
    """Return a tokenizer, or that of a tokenizer.json, of its folder, or of a NAC file.

    Raises:
        TypeError: it is none of these.
        FormatError, OSError: the file cannot be read, or holds none.
    """
    if isinstance(given, Tokenizer):
        return given
    if not isinstance(given, str | os.PathLike):
        kinds = "a nacformats.tokenizer.Tokenizer or a path"
        raise TypeError(f"tokenizer: expected {kinds}, got {type(given).__name__}; {_SAVED}")
    if not _is_nac(given):
        return compile_tokenizer(Path(given))
    with load(given, format="nac") as nac:
        return Tokenizer.of(nac)


def plan_to_attach(given: object) -> Plan:
    """Return a plan, or that of an assembler text (.mep) or of a NAC file.

    Raises:
        TypeError: it is none of these.
        ValueError: the NAC file has no plan.
        FormatError, OSError: the file cannot be read, or holds none.
    """
    if isinstance(given, Plan):
        return given
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"plan: expected a nacformats.plan.Plan or a path, got {type(given).__name__}")
    if not _is_nac(given):
        return assemble(Path(given).read_text(encoding="utf-8-sig"))
    with load(given, format="nac") as nac:
        plan: Plan | None = nac.plan
    if plan is None:
        raise ValueError(f"{os.fspath(given)}: has no plan")
    return plan


def _is_nac(path: PathLike) -> bool:
    return Path(path).suffix.lower() == formats()[FORMAT_NAME].suffix
