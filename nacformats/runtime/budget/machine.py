"""How much memory there is, and how much this process has taken, on every system that says so."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from nacformats import limits

_CONTROL_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
#: Pages of this process: all of it, what is resident, what of that is shared with files.
_OWN_PAGES = Path("/proc/self/statm")


@cache
def default_memory() -> int:
    """The bytes that a run may take unless the caller says otherwise: limits.MEMORY_SHARE of what there is."""
    return int(limits.MEMORY_SHARE * min([_physical(), *_group_limits()]))


def _physical() -> int:
    """The memory of the machine."""
    try:
        if sys.platform == "win32":
            return _windows_memory()
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return limits.UNKNOWN_MEMORY


class _WindowsMemory(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        *(
            (name, ctypes.c_uint64)
            for name in ("physical", "available", "page", "page_free", "virtual", "free", "more")
        ),
    )


def _windows_memory() -> int:
    status = _WindowsMemory(length=ctypes.sizeof(_WindowsMemory))
    ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined, unused-ignore]
    return int(status.physical) or limits.UNKNOWN_MEMORY


def _group_limits() -> Iterator[int]:
    """What the control groups of Linux allow this process, those around its own included."""
    try:
        lines = _OWN_GROUPS.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            yield from _limits_above(_CONTROL_GROUPS, path, "memory.max")
        elif "memory" in controllers.split(","):
            yield from _limits_above(_CONTROL_GROUPS / "memory", path, "memory.limit_in_bytes")


def _limits_above(root: Path, path: str, name: str) -> Iterator[int]:
    group = root / path.lstrip("/")
    for folder in (group, *group.parents):
        try:
            text = (folder / name).read_text().strip()
        except OSError:
            text = ""
        if text.isdigit():
            yield int(text)
        if folder == root:
            return


def own_memory() -> int | None:
    """The bytes that this process holds besides pages of files; None where the system does not say."""
    try:
        _, resident, shared, *_ = _OWN_PAGES.read_text().split()
    except (OSError, ValueError):
        return None
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
