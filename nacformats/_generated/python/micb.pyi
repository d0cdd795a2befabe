# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Generated from micb.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
