"""Comparison of two models by structure: files of different layout, and of different formats, can be compared.

Differences are found one by one and nothing is kept of them: time is linear in the sizes of the files, whatever the
number of differences, and memory is what the models need.
"""

from __future__ import annotations

from nacformats.commands.diffing.command import differences_of, model_differences
from nacformats.commands.diffing.core import Difference, Note

__all__ = ["Difference", "Note", "differences_of", "model_differences"]
