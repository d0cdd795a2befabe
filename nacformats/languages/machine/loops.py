"""Loops over the records of a list: none. Packages have those of their schemas in the place of this module."""

# ruff: noqa: ARG001  those in its place need them

from __future__ import annotations

from nacformats.languages.machine.model import Table
from nacformats.languages.neutral import Bytes, Int, U4s


def no_table() -> Table:
    """Return what says that records have to be read one by one."""
    return Table(-1, 0, U4s(0), [], U4s(0))


def read_table(loop: Int, data: Bytes, start: Int, count: Int, end: Int, arguments: list[Int]) -> Table:
    """Read records of a list."""
    return no_table()
