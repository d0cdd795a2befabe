# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Generated from mep.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
