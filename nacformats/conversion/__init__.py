"""The verb `convert`: one file becomes another (`files`), with or without its weights (`weights`)."""

from __future__ import annotations
