# Generated from schemas/nac.ksy (sha256 46397f3dfc4532b94a3f5eb1bafaff641930d8412bfcee78c24e7541bb3cd00a) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Generated from nac.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
