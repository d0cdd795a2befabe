# Generated from schemas/stb.ksy (sha256 148b6aaa4ad61793baf0b22348422530692743543abcc363ec60369af70fe689) by `nacformats generate`. Do not edit.
"""Generated from stb.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
