# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Generated from tisa.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
