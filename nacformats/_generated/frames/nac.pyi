# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
"""Generated from nac.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
