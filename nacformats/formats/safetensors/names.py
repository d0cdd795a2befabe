"""The public names of safetensors."""

from __future__ import annotations

from nacformats.formats.safetensors.model import SafetensorsFile

__all__ = ["SafetensorsFile"]
