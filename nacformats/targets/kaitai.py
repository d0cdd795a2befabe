"""The Kaitai Struct compiler: an npm package that one Node.js process runs for all schemas."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.schema.sources import ROOT
from nacformats.schema.texts import harmless, plain_text

_BRIDGE = Path(__file__).with_name("ksc.cjs")
_COMPILER = Path("node_modules", "kaitai-struct-compiler")


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
    """

    schema: str
    language: str
    debug: bool = False
    package: str | None = None

    @property
    def request(self) -> str:
        """The request to the bridge, as JSON: jobs that differ in what is made of the answer alone have the same."""
        request = {"schema": self.schema, "language": self.language, "debug": self.debug}
        return json.dumps(request if self.package is None else {**request, "pythonPackage": self.package})


def missing() -> str | None:
    """Return what has to be installed before the compiler can run, or None if it can."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    if not _compiler().is_dir():
        folder = ROOT if (ROOT / "schemas").is_dir() else "this folder"
        return f"the Kaitai Struct compiler is not installed (run `npm install kaitai-struct-compiler` in {folder})"
    return None


def _compiler() -> Path:
    """Return the folder of the compiler: in the checkout, in the current folder, or in one around that."""
    here = Path.cwd()
    found = (folder / _COMPILER for folder in (ROOT, here, *here.parents))
    return next((path for path in found if path.is_dir()), ROOT / _COMPILER)


def compile_schemas(schemas: Mapping[str, Any], jobs: Iterable[Job]) -> list[str | CompilerError]:
    """Compile; for every job the text of its main file, or the error that the compiler reports.

    Args:
        schemas: every schema by name, as plain dicts and lists; imports are looked up here.
        jobs: what to compile.
    """
    jobs = list(jobs)
    requests = dict.fromkeys(job.request for job in jobs)
    answers = dict(zip(requests, _answers(schemas, requests), strict=True))
    return [_result(job, answers[job.request]) for job in jobs]


def compile_files(schemas: Mapping[str, Any], name: str, language: str) -> dict[str, str]:
    """Return all files that the compiler makes of one schema and of what it imports, by name.

    Raises:
        CompilerError: it refuses the schema.
    """
    (answer,) = _answers(schemas, [Job(name, language).request])
    if "error" in answer:
        raise CompilerError(" ".join(answer["error"].split()))
    return answer["files"]  # type: ignore[no-any-return]


def _answers(schemas: Mapping[str, Any], requests: Iterable[str]) -> list[dict[str, Any]]:
    process = subprocess.run(  # noqa: S603  the arguments are our own
        ["node", str(_BRIDGE), str(_compiler().parents[1])],  # noqa: S607  whichever Node.js is on the path
        input=json.dumps(
            {"schemas": _with_harmless_docs(schemas), "jobs": [json.loads(request) for request in requests]}
        ),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise RuntimeError(f"the bridge to the Kaitai Struct compiler failed: {process.stderr.strip()}")
    return json.loads(process.stdout)  # type: ignore[no-any-return]


def _with_harmless_docs(ksy: Any) -> Any:
    """Return schemas whose documentation can be in comments and docstrings: the compiler puts it there as it is."""
    if isinstance(ksy, Mapping):
        return {
            key: _documented(each) if key in ("doc", "doc-ref") else _with_harmless_docs(each)
            for key, each in ksy.items()
        }
    return list(map(_with_harmless_docs, ksy)) if isinstance(ksy, list) else ksy


def _documented(doc: Any) -> Any:
    if isinstance(doc, list):
        return list(map(_documented, doc))
    return harmless(plain_text(doc)).replace("\\", "\\\\") if isinstance(doc, str) else _with_harmless_docs(doc)


def _result(job: Job, answer: dict[str, Any]) -> str | CompilerError:
    if "error" in answer:
        return CompilerError(" ".join(answer["error"].split()))
    text = str(answer["files"][main_file(job.schema, job.language)])
    return _reading_views(text) if job.language == "python" else text


_STREAMS = "from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO\n"
#: The streams that parsers are given.
VIEW_STREAMS = """from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
"""


def _reading_views(text: str) -> str:
    """Return the parser, made to read views of a mapped file: with our streams, and strings decoded by `str()`."""
    if text.count(_STREAMS) != 1:
        raise RuntimeError("the Kaitai Struct compiler wrote other Python code than version 0.11.0 does")
    return _importing_late(_decode_by_str(text.replace(_STREAMS, VIEW_STREAMS)))


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
    """Replace `data.decode(encoding)` by `str(data, encoding)`: a memoryview has no such method."""
    decoded = text
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "decode":
            parts = (call, call.func.value, call.args[0])
            whole, data, encoding = (ast.get_source_segment(text, part) or "" for part in parts)
            decoded = decoded.replace(whole, f"str({data}, {encoding})")
    return decoded


def main_file(schema: str, language: str) -> str:
    """Return the name that the compiler gives to the file of a schema."""
    return f"{class_name(schema)}.js" if language == "javascript" else f"{schema}.py"
