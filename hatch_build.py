"""Compile generated/native/*.c into one shared library inside the package, where there is a C compiler.

hatchling runs this for wheels and for editable installs; `python hatch_build.py` does it in a checkout. Without a
compiler, or when it fails, nothing is lost but speed: a note says so, the wheel is a pure one, and NumPy does the same
work (nacformats/codec/columns/native.py). The environment variable NACFORMATS_PURE asks for the pure wheel.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, or by the tests, where hatchling need not be installed
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "generated" / "native"
LIBRARY = ROOT / "nacformats" / "_native" / ("columns.dll" if os.name == "nt" else "columns.so")

#: Compilers to look for when neither the environment nor the build of Python names one.
COMPILERS = ("cc", "gcc", "clang", "cl")
#: A build takes seconds; a compiler that hangs must not hang an installation.
TIMEOUT_SECONDS = 300


class BuildError(Exception):
    """Why there is no library."""


class NativeLibrary(BuildHookInterface):  # type: ignore[misc,valid-type,unused-ignore]
    """The build hook, named in pyproject.toml."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("NACFORMATS_PURE") and version != "editable":
            return
        try:
            compile_library(loops(), LIBRARY)
        except BuildError as reason:
            LIBRARY.unlink(missing_ok=True)
            self.app.display_info(f"nacformats without compiled loops, which are optional: {reason}")
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag()}"
        if version != "editable":  # an editable install finds the library where it was made
            build_data["force_include"][str(LIBRARY)] = LIBRARY.relative_to(ROOT).as_posix()


def loops() -> list[Path]:
    """The C sources that have the loops over columns."""
    return sorted(SOURCES.glob("*.c"))


def platform_tag() -> str:
    """Return this platform as wheels name it; the library uses no part of Python, so that any version will do.

    On Linux, auditwheel replaces it by the manylinux tag that the library keeps to. On macOS, the compiler builds for
    the version that MACOSX_DEPLOYMENT_TARGET names, if it is set.
    """
    from packaging.tags import platform_tags  # noqa: PLC0415  comes with hatchling

    if target := sys.platform == "darwin" and os.environ.get("MACOSX_DEPLOYMENT_TARGET"):
        major, _, minor = target.partition(".")
        return f"macosx_{major}_{minor or 0}_{platform.machine()}"
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))


def compile_library(sources: Iterable[Path], library: Path) -> None:
    """Compile C sources into a shared library, with the first compiler that can.

    Raises:
        BuildError: there is no compiler, or each of them fails.
    """
    sources = list(sources)
    if not sources:
        raise BuildError("there are no C sources")
    reasons = []
    for compiler in compilers():
        try:
            _compile(compiler, sources, library)
        except (OSError, subprocess.SubprocessError) as error:
            reasons.append(_reason(compiler[0], error))
        else:
            return
    raise BuildError("; ".join(reasons) or "there is no C compiler")


def compilers() -> Iterator[list[str]]:
    """The commands that may be C compilers here; that of the environment variable CC is the only one if it is set."""
    if chosen := os.environ.get("CC"):
        yield shlex.split(chosen)
        return
    built_with = shlex.split(sysconfig.get_config_var("CC") or "")
    seen = set()
    for command in ([*built_with], *([name] for name in COMPILERS)):
        found = shutil.which(command[0]) if command else None
        if found and found not in seen:
            seen.add(found)
            yield [found, *command[1:]]


def _compile(compiler: list[str], sources: list[Path], library: Path) -> None:
    """Write a temporary file first: a process may be using the library that is replaced."""
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        made = Path(folder) / library.name
        arguments = _arguments(Path(compiler[0]).stem.lower(), sources, made)
        subprocess.run(  # noqa: S603  the compiler of this machine
            [*compiler, *arguments], cwd=folder, check=True, capture_output=True, text=True, timeout=TIMEOUT_SECONDS
        )
        made.replace(library)


def _arguments(compiler: str, sources: list[Path], made: Path) -> list[str]:
    paths = [str(path) for path in sources]
    if compiler == "cl":
        return ["/nologo", "/O2", "/LD", "/DNACF_API=__declspec(dllexport)", *paths, f"/Fe:{made}"]
    return ["-std=c99", "-O3", "-shared", "-fPIC", "-o", str(made), *paths]


def _reason(command: str, error: Exception) -> str:
    """The last line that the compiler wrote, or what went wrong before it could write one."""
    lines = str(getattr(error, "stderr", None) or "").strip().splitlines()
    wrote = lines[-1:] or ([] if isinstance(error, subprocess.CalledProcessError) else [str(error)])
    return ": ".join([f"{command} fails", *wrote])


if __name__ == "__main__":
    try:
        compile_library(loops(), LIBRARY)
    except BuildError as reason:
        sys.exit(f"hatch_build.py: {reason}")
