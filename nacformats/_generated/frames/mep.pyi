# Generated from schemas/mep.ksy (sha256 c043b2d6ac010ab8f26130aef007c7c56120643bf1275c2fab36d56593e66613) by `nacformats generate`. Do not edit.
"""Generated from mep.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
