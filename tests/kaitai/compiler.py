"""The Python parsers that the npm compiler of Kaitai Struct makes of schemas, kept in the user's cache by content."""

from __future__ import annotations

import hashlib
import io
import json
import keyword
import os
import re
import subprocess
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml
from kaitaistruct import KaitaiStream, KaitaiStruct

from nacformats.schema.sources import ROOT
from tests.partners import reason

BRIDGE = Path(__file__).with_name("compile.cjs")
VERSION = "0.11"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nacformats" / "kaitai"
#: JSON numbers beyond this are no integers for the compiler; as text they are expressions.
SAFE = 2**31 - 1


class Yaml(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML in which only `true` and `false` are truths, and a time is text."""


Yaml.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in listed if not tag.endswith((":bool", ":timestamp"))]
    for first, listed in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Yaml.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def yaml_of(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Yaml)


class RefusedByKaitaiError(Exception):
    """Kaitai's compiler refuses a schema, or Python what it makes of one."""


class Compiler:
    """Compiles the schemas of a checkout; what was compiled before is found in the cache.

    Attributes:
        roots: where imports that begin with `/` are.
    """

    def __init__(self, *roots: Path) -> None:
        self.roots = roots
        self.missing = reason("ksc")

    def compile(self, paths: Iterable[Path]) -> dict[Path, dict[str, Any]]:
        """Return for each schema {"files": {name: text}} or {"error": message}."""
        done: dict[Path, dict[str, Any]] = {}
        requests = {}
        for path in paths:
            try:
                request = self._request(path)
            except (yaml.YAMLError, ValueError, RecursionError) as error:
                done[path] = {"error": " ".join(str(error).split())}
                continue
            kept = CACHE / f"{_key(request)}.json"
            if kept.is_file():
                done[path] = json.loads(kept.read_text(encoding="utf-8"))
            elif self.missing is None:
                requests[path] = request, kept
            else:
                done[path] = {"error": self.missing}
        lines = "".join(f"{request}\n" for request, _ in requests.values())
        for (path, (_, kept)), answer in zip(requests.items(), _answers(lines), strict=True):
            CACHE.mkdir(parents=True, exist_ok=True)
            kept.write_text(answer, encoding="utf-8")
            done[path] = json.loads(answer)
        return done

    def _request(self, path: Path) -> str:
        schemas: dict[str, Any] = {}
        waiting = [(path.stem, path.parent)]
        while waiting:
            name, base = waiting.pop()
            file = base / f"{name}.ksy"
            if name not in schemas and file.is_file():
                schemas[name] = yaml_of(file)
                waiting += self._imports(schemas[name], name, base)
        return json.dumps({"main": path.stem, "schemas": _plain(schemas)}, default=str)

    def _imports(self, ksy: Any, importer: str, base: Path) -> Iterator[tuple[str, Path]]:
        """Yield the names under which the compiler asks for the imports of a schema, and what they are relative to."""
        meta = ksy.get("meta") if isinstance(ksy, dict) else None
        listed = meta.get("imports") if isinstance(meta, dict) else None
        for each in listed if isinstance(listed, list) else ():
            if isinstance(each, str) and each.startswith("/"):
                holding = (root for root in self.roots if (root / f"{each[1:]}.ksy").is_file())
                yield each[1:], next(holding, self.roots[0])
            elif isinstance(each, str):
                yield str(Path(importer).parent / each), base


def _key(request: str) -> str:
    return hashlib.sha256(f"{VERSION}\n{BRIDGE.read_text(encoding='utf-8')}\n{request}".encode()).hexdigest()[:40]


def _answers(lines: str) -> list[str]:
    if not lines:
        return []
    process = subprocess.run(
        ["node", str(BRIDGE), str(ROOT)], input=lines, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if process.returncode:
        raise RuntimeError(f"the Kaitai Struct compiler failed: {process.stderr.strip()}")
    return process.stdout.splitlines()


def _plain(value: Any) -> Any:
    """Return YAML as JSON has it, without documentation: keys are text, and so are large numbers."""
    if isinstance(value, dict):
        pairs = ((_key_text(key), each) for key, each in value.items())
        return {key: _plain(each) for key, each in pairs if key not in ("doc", "doc-ref") or isinstance(each, dict)}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) > SAFE else value


def _key_text(key: Any) -> str:
    return str(key).lower() if isinstance(key, bool) else str(key)


class Parser:
    """The parser that Kaitai makes of a schema."""

    def __init__(self, compiled: dict[str, Any], name: str) -> None:
        if "error" in compiled:
            raise RefusedByKaitaiError(compiled["error"])
        modules = {file.removesuffix(".py"): ModuleType(file.removesuffix(".py")) for file in compiled["files"]}
        for module, text in zip(modules.values(), compiled["files"].values(), strict=True):
            own = re.sub(
                r"^import (\w+)$", lambda line: "" if line[1] in modules else line[0], text, flags=re.MULTILINE
            )
            try:
                vars(module).update(modules)
                exec(_code(own, module.__name__), vars(module))
            except (SyntaxError, ImportError, NameError, AttributeError) as error:
                raise RefusedByKaitaiError(f"{type(error).__name__}: {error}") from None
        self._class = next(
            each
            for each in vars(modules[name]).values()
            if isinstance(each, type) and issubclass(each, KaitaiStruct) and each.__module__ != "kaitaistruct"
        )

    def read(self, data: bytes) -> KaitaiStruct:
        tree = self._class(KaitaiStream(io.BytesIO(data)))
        if hasattr(tree, "_debug"):  # of a schema with `ks-debug`, which is read when asked
            tree._read()
        return tree


def _code(text: str, name: str) -> Any:
    try:
        return compile(text, name, "exec")
    except SyntaxError:
        return compile(_without_keywords(text), name, "exec")


def _without_keywords(text: str) -> str:
    """Return a parser in which ids that are words of Python have a `_` at the end: the compiler leaves them alone."""
    lines = text.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(iter(lines).__next__))
    for before, token, after in reversed(list(zip(tokens, tokens[1:], tokens[2:], strict=False))):
        is_word = token.type == tokenize.NAME and keyword.iskeyword(token.string)
        is_id = before.string in (".", "def") or after.string in ("=", ",") or before.string == "="
        if is_word and is_id and not (token.string in ("None", "True", "False") and before.string != "."):
            row, column = token.end
            lines[row - 1] = f"{lines[row - 1][:column]}_{lines[row - 1][column:]}"
    return "".join(lines)
