# Generated from schemas/tisa.ksy (sha256 1f5ad2c85503ff265a4c707b3a5a2dd8a1b777fa53213ee2813644bd181cdaca) by `nacformats generate`. Do not edit.
"""Generated from tisa.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
