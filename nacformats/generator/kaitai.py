"""The Kaitai Struct compiler: an npm package, run once for all schemas in one Node.js process."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from nacformats.codec.tables import class_name
from nacformats.generator import frames
from nacformats.generator.sources import ROOT

_BRIDGE = Path(__file__).with_name("ksc.cjs")
#: What the bridge is asked for one job; jobs that differ in what is made of the answer alone have the same.
_Request: TypeAlias = dict[str, Any]
_COMPILER = ROOT / "node_modules" / "kaitai-struct-compiler"


class CompilerError(Exception):
    """The compiler refuses a schema; the message holds the path inside the schema."""


@dataclass(frozen=True)
class Job:
    """One schema to compile for one language.

    Attributes:
        schema: its name.
        language: a target of the compiler, such as "python".
        debug: whether the parser keeps the positions of its fields and reads only when `_read()` is called.
        package: for Python, the package that imports of other schemas come from ("." is the same package).
        frames: whether only what is around lists is wanted; see nacformats.generator.frames.
    """

    schema: str
    language: str
    debug: bool = False
    package: str | None = None
    frames: bool = False


def missing() -> str | None:
    """Return what has to be installed before the compiler can run, or None if it can."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    if not _COMPILER.is_dir():
        return f"the Kaitai Struct compiler is not installed (run `npm install` in {ROOT})"
    return None


def compile_schemas(schemas: Mapping[str, Any], jobs: Iterable[Job]) -> list[str | CompilerError]:
    """Compile; for every job the text of its main file, or the error that the compiler reports.

    Args:
        schemas: every schema by name, as plain dicts and lists; imports are looked up here.
        jobs: what to compile.
    """
    wanted = [(job, _as_json(job)) for job in jobs]
    distinct = {json.dumps(request): request for _, request in wanted}
    process = subprocess.run(  # noqa: S603  the arguments are our own
        ["node", str(_BRIDGE), str(ROOT)],  # noqa: S607  whichever Node.js is on the path
        input=json.dumps({"schemas": schemas, "jobs": list(distinct.values())}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise RuntimeError(f"the bridge to the Kaitai Struct compiler failed: {process.stderr.strip()}")
    answers = dict(zip(distinct, json.loads(process.stdout), strict=True))
    return [_result(job, answers[json.dumps(request)]) for job, request in wanted]


def _as_json(job: Job) -> _Request:
    request = {"schema": job.schema, "language": job.language, "debug": job.debug}
    return request if job.package is None else {**request, "pythonPackage": job.package}


def _result(job: Job, answer: dict[str, Any]) -> str | CompilerError:
    if "error" in answer:
        return CompilerError(" ".join(answer["error"].split()))
    text = str(answer["files"][main_file(job.schema, job.language)])
    if job.frames:
        return frames.render_frames(job.schema, text)
    return _reading_views(text, job.debug) if job.language == "python" else text


_STREAMS = "from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO\n"
_VIEW_STREAMS = """from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
"""
_POSITIONED_STREAMS = """from kaitaistruct import KaitaiStruct
from nacformats.codec.positioned import PositionedIO as BytesIO, PositionedStream as KaitaiStream
"""


def _reading_views(text: str, debug: bool) -> str:
    """Return the parser, made to read views of a mapped file: with our streams, and strings decoded by `str()`."""
    if text.count(_STREAMS) != 1:
        raise RuntimeError("the Kaitai Struct compiler wrote other Python code than version 0.11.0 does")
    return _importing_late(_decode_by_str(text.replace(_STREAMS, _POSITIONED_STREAMS if debug else _VIEW_STREAMS)))


_IMPORT = re.compile(r"^from \. import (\w+)\n", re.MULTILINE)


def _importing_late(text: str) -> str:
    """Import a schema that only instances read, such as that of a file inside a file, when one of them is read."""
    for name in _IMPORT.findall(text):
        uses = re.findall(rf"^.*\b{name}\.[A-Z].*$", text, re.MULTILINE)
        if all(use.lstrip().startswith("self._m_") for use in uses):
            text = text.replace(f"from . import {name}\n", "")
            use = re.compile(rf"^( +)(?=self\._m_.*\b{name}\.[A-Z])", re.MULTILINE)
            text = use.sub(rf"\1from . import {name}\n\1", text)
    return text


def _decode_by_str(text: str) -> str:
    """`data.decode(encoding)` becomes `str(data, encoding)`: a memoryview has no such method."""
    code = text.encode()
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    for call in sorted(_decode_calls(ast.parse(text)), key=span, reverse=True):
        assert isinstance(call.func, ast.Attribute)
        start, stop = span(call)
        data, encoding = (code[slice(*span(part))] for part in (call.func.value, call.args[0]))
        code = code[:start] + b"str(" + data + b", " + encoding + b")" + code[stop:]
    return code.decode()


def _decode_calls(tree: ast.Module) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "decode"]


def main_file(schema: str, language: str) -> str:
    """Return the name that the compiler gives to the file of a schema."""
    return f"{class_name(schema)}.js" if language == "javascript" else f"{schema}.py"
