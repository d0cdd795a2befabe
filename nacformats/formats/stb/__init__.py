"""STB v0.1: raw tensors in a file that is mapped and used in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.formats.base import Format
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.stb.names import *
else:
    __getattr__ = names_of(__name__, "names")

FORMAT = Format.of_schema("stb", __name__, "model", "STB v0.1")
