# Generated from schemas/stb.ksy (sha256 eaf254f3cb930b468430abf4bc0b2fbe5fa5c91bde49129c6f12458958113058) by `nacformats generate`. Do not edit.
"""Generated from stb.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
