# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Generated from stb.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
