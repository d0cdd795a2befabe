"""The generated code: in a checkout it stands in the folder generated/ beside the package, in a wheel right here."""

from __future__ import annotations

from pathlib import Path

_BESIDE_THE_PACKAGE = Path(__file__).resolve().parents[2] / "generated"
if not (Path(__file__).parent / "kaitai").is_dir() and _BESIDE_THE_PACKAGE.is_dir():
    __path__.append(str(_BESIDE_THE_PACKAGE))
