"""What tests hold the package against and a machine may lack: programs, libraries, npm packages, the loops in C.

This is the only place that looks for them. A test says `@needs("node")` or `partner("torch")`, and is skipped, with the
reason, where that is missing. One that asks `missing("ksc")` and passes although the answer was a reason has compared
nothing: tests/conftest.py makes a failure of it.

`python -m tests.partners` prints what is missing here, and `pytest --partners` runs the tests that may ask for any.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nacformats.schema.sources import ROOT, schema_names
from nacformats.targets import kaitai, viewer

#: Libraries, by the module that is imported.
MODULES: Mapping[str, str] = {
    "PIL": "Pillow",
    "duckdb": "DuckDB",
    "gguf": "the library gguf",
    "mkdocs": "MkDocs",
    "material": "the theme Material of MkDocs",
    "onnx": "the library onnx",
    "onnxruntime": "onnxruntime",
    "playwright": "Playwright",
    "pyarrow": "pyarrow",
    "timm": "timm",
    "tokenizers": "the library tokenizers",
    "torch": "PyTorch",
    "transformers": "transformers",
}
#: Programs, by the name on the PATH.
PROGRAMS: Mapping[str, str] = {
    "bash": "bash",
    "cargo": "Rust",
    "cc": "a C compiler",
    "cmake": "CMake",
    "go": "Go",
    "gofmt": "gofmt",
    "java": "Java",
    "javac": "the compiler of Java",
    "make": "make",
    "node": "Node.js",
    "npm": "npm",
    "pkg-config": "pkg-config",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def browser_program() -> str | None:
    """The program of a browser, where there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _no_browser() -> str | None:
    return None if browser_program() else "Chromium is not installed"


def _npm(package: str) -> Callable[[], str | None]:
    """What looks for Node.js with a package of npm."""

    def look() -> str | None:
        if shutil.which("node") is None:
            return f"{PROGRAMS['node']} is not installed"
        return None if (ROOT / "node_modules" / package).is_dir() else f"the npm package {package} is missing (npm ci)"

    return look


@cache
def _no_loops() -> str | None:
    """Why columns of the schemas here have no compiled loops."""
    from nacformats.codec.columns import RecordCodec

    modules = [importlib.import_module(f"nacformats._generated.columns.{name}") for name in schema_names()]
    codecs = [each for module in modules for each in vars(module).values() if isinstance(each, RecordCodec)]
    return None if all(each.compiled for each in codecs) else "the loops in C are not built (python hatch_build.py)"


#: What is more than a module or a program.
OTHERS: Mapping[str, Callable[[], str | None]] = {
    "browser": _no_browser,
    "bundler": viewer.missing_bundler,
    "kaitai-struct": _npm("kaitai-struct"),
    "ksc": kaitai.missing,
    "loops": _no_loops,
    "typescript": _npm("typescript"),
}

#: What the test that is running asked for and did not get.
lacked: list[str] = []


def reason(name: str) -> str | None:
    """Why a partner cannot be had here, or None."""
    if name in OTHERS:
        return OTHERS[name]()
    if name in PROGRAMS:
        return None if shutil.which(name) else f"{PROGRAMS[name]} is not installed"
    module = name.partition(".")[0]
    return None if importlib.util.find_spec(module) else f"{MODULES.get(module, module)} is not installed"


def missing(*names: str) -> str | None:
    """Why the first of some partners that is missing cannot be had, or None. The test must not pass without it."""
    found = next(filter(None, map(reason, names)), None)
    if found is not None:
        lacked.append(found)
    return found


def partner(*names: str) -> Any:
    """Skip the test, or the whole module, where one of some partners is missing. Return the last, if it is a module."""
    if found := missing(*names):
        pytest.skip(found, allow_module_level=True)
    return next((importlib.import_module(name) for name in names[-1:] if name.partition(".")[0] in MODULES), None)


def needs(*names: str) -> pytest.MarkDecorator:
    """The mark of a test, or of a parameter, that is skipped where one of some partners is missing."""
    found = next(filter(None, map(reason, names)), None)
    return pytest.mark.skipif(found is not None, reason=found or "")


# which tests may ask


@cache
def asks(path: Path) -> bool:
    """Whether a test file, the conftest.py beside it, or what they import of the tests asks for partners."""
    beside = path.with_name("conftest.py")
    starts = [path, *([beside] if beside.is_file() and beside != TESTS / "conftest.py" else [])]
    seen = set(starts)
    while starts:
        for each in set(_imported(starts.pop())) - seen:
            seen.add(each)
            starts.append(each)
    return Path(__file__).resolve() in seen


TESTS = Path(__file__).resolve().parent


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """The files of the tests that a file of them imports."""
    return tuple(_files_of(ast.parse(path.read_text(encoding="utf-8"))))


def _files_of(tree: ast.Module) -> Iterator[Path]:
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.partition(".")[0] == "tests":
                path = TESTS.joinpath(*name.split(".")[1:])
                yield from filter(Path.is_file, (path.with_suffix(".py"), path / "__init__.py"))


def main() -> None:
    """Print one line about what is missing."""
    found = list(dict.fromkeys(filter(None, map(reason, [*PROGRAMS, *OTHERS, *MODULES]))))
    print("nothing is missing" if not found else f"skipped, where tests need it: {'; '.join(found)}")


if __name__ == "__main__":
    main()
