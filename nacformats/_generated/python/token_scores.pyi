# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Records of Exact scores of a vocabulary (scores.b) beside NAC v1.6."""

from enum import IntEnum
from typing import Any


def __getattr__(name: str) -> Any: ...
