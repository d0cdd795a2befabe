# Generated from schemas/micb.ksy (sha256 6f2c7c4cadf16ce988ff882b6a4d03c7cf9e28ecd069af491d3996552ba4faeb) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Generated from micb.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
