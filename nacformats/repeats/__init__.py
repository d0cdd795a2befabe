"""Blocks that a program repeats: found, named by what their parameters are called, and folded for a listing."""

from __future__ import annotations

from nacformats.repeats.data import Block, Blocks, ProgramRows
from nacformats.repeats.folding import FoldedRow, folded_rows
from nacformats.repeats.of_programs import blocks, program_rows
from nacformats.repeats.searching import repeated_blocks

__all__ = ["Block", "Blocks", "FoldedRow", "ProgramRows", "blocks", "folded_rows", "program_rows", "repeated_blocks"]
