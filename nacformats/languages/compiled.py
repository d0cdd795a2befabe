"""C that is compiled where it is used: once for each content, into a folder of the user's cache.

Nothing but the user can write to that folder, or it is not used. Without a compiler, with one that fails, and where the
environment variable NACFORMATS_PURE is set, there is no library, and nobody is told: Python does the same work.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import stat
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from nacformats.codec.columns.native import PURE

_FLAGS = ("-std=c99", "-O2", "-shared", "-fPIC")
_COMPILERS = ("cc", "gcc", "clang")
#: Seconds after which a compiler is given up.
_PATIENCE = 60
_WRITTEN_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def compiled_library(source: str, *, builds: bool) -> ctypes.CDLL | None:
    """Return the library of some C, or None where there is none.

    Args:
        source: of all of it, in C99.
        builds: whether it is built where it has not been yet; that takes a tenth of a second.
    """
    if os.environ.get(PURE) or os.name != "posix":
        return None
    try:
        path = _library(source, builds=builds)
        return None if path is None else ctypes.CDLL(str(path))
    except (OSError, subprocess.SubprocessError):
        return None


def _library(source: str, *, builds: bool) -> Path | None:
    compiler = _compiler()
    folder = _own_folder()
    if compiler is None or folder is None:
        return None
    key = "\n".join([compiler, platform.machine(), *_FLAGS, source])
    path = folder / f"{hashlib.sha256(key.encode()).hexdigest()}.so"
    if not path.exists():
        if not builds:
            return None
        _build(compiler, source, path)
    return path if _is_own(path.lstat()) else None


def _build(compiler: str, source: str, path: Path) -> None:
    """Build a library where nobody else looks, and put it in its place at once."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        text, made = Path(folder, "code.c"), Path(folder, "code.so")
        text.write_text(source, encoding="utf-8")
        command = [compiler, *_FLAGS, "-o", str(made), str(text)]
        subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL)  # noqa: S603  a compiler, of C that was rendered here
        made.chmod(0o600)
        made.replace(path)


@cache
def _compiler() -> str | None:
    named = os.environ.get("CC")
    return next((found for name in ((named,) if named else _COMPILERS) if (found := shutil.which(name))), None)


def _own_folder() -> Path | None:
    """Return the folder of libraries, made if it has to be; None where others could write to it."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111  `~` may mean nothing
    if not os.path.isabs(base):  # noqa: PTH117
        return None
    outer = Path(base, "nacformats")
    folder = outer / "lists"
    for each in (outer, folder):  # those that are made on the way have another mode
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder if _is_own(outer.lstat()) and _is_own(folder.lstat()) else None


def _is_own(status: os.stat_result) -> bool:
    """Return True for what belongs to the user, who alone can write to it; links are nobody's."""
    is_plain = stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)
    return is_plain and status.st_uid == os.geteuid() and not status.st_mode & _WRITTEN_BY_OTHERS
