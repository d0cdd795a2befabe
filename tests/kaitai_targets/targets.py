"""The languages: how the parsers that Kaitai's compiler makes are compiled there, and run."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.schema.model import Schema
from nacformats.schema.sources import ROOT
from nacformats.targets.kaitai import CompilerError, compile_files
from tests.kaitai_targets.emitted import cpp_driver, rust_driver
from tests.kaitai_targets.layout import Layout, Naming, constant, joined, lower_camel, upper_camel

DRIVERS = Path(__file__).with_name("drivers")
#: The folder of the runtime libraries, each as its package manager installs it; see __init__.py.
RUNTIMES = "KAITAI_RUNTIMES"
#: Seconds for one file, and bytes that a program may have; a virtual machine has more at once and is told otherwise.
SECONDS, MEMORY = 20.0, 4 << 30


@dataclass(frozen=True)
class Mend:
    """A line of the compiler's output that is changed, since it does not compile: docs/upstream.md says why."""

    file: str
    pattern: str
    text: str


@dataclass(frozen=True)
class Target:
    """A target of the Kaitai compiler.

    Attributes:
        name: of this command; language: of the compiler.
        runtime: the folder of its library in RUNTIMES, or relative to the checkout where it begins with a dot.
        programs: what has to be on the PATH; packages: what Debian calls the packages that have them.
        naming: of members; None where the driver is made for the schemas.
        build: compiles, in a folder with the parsers; gives the command that serves, or the text of a refusal.
        is_portable: whether the schemas are cast first.
        mends: of the output.
        limits: schemas of which some trees are wrong, or files refused; docs/upstream.md says why.
        is_limited: whether its memory is bounded from outside.
    """

    name: str
    language: str
    runtime: str
    programs: tuple[str, ...]
    packages: str
    naming: Naming | None
    build: Callable[[Build], list[str] | str]
    is_portable: bool = False
    mends: tuple[Mend, ...] = ()
    limits: tuple[str, ...] = ()
    is_limited: bool = True

    def missing(self) -> str | None:
        """Return what is not installed, or None."""
        for program in self.programs:
            if shutil.which(program) is None:
                return f"{program} is not installed (Debian: {self.packages})"
        if self.runtime_folder is None:
            return f"no runtime library: {RUNTIMES} has to name a folder with {self.runtime}/"
        return None

    @property
    def runtime_folder(self) -> Path | None:
        base = ROOT if self.runtime.startswith(".") else Path(os.environ.get(RUNTIMES) or "/nonexistent")
        return path if (path := base / self.runtime).is_dir() else None


@dataclass
class Build:
    """The compilation of some schemas.

    Attributes:
        folder: of the parsers; runtime: of the library.
        layout: the schemas that are compiled.
        files: the parsers, by name.
    """

    target: Target
    folder: Path
    runtime: Path
    layout: Layout
    files: list[str] = field(default_factory=list)

    def driver(self, name: str, text: str = "") -> Path:
        """Put a driver beside the parsers."""
        path = self.folder / name
        path.write_text(text or (DRIVERS / name).read_text(encoding="utf-8"), encoding="utf-8")
        return path

    @property
    def table(self) -> Path:
        assert self.target.naming is not None
        return self.driver("members.tsv", self.layout.table(self.target.naming))

    def run(self, *command: object) -> str:
        """Run a compiler; what it says where it fails."""
        process = subprocess.run(
            list(map(str, command)), cwd=self.folder, capture_output=True, text=True, errors="replace", check=False
        )
        return "" if process.returncode == 0 else (process.stderr + process.stdout).strip() or "failed"


@dataclass(frozen=True)
class Made:
    """What became of the schemas: the command that serves, the schemas that compile, and why the others do not."""

    command: list[str]
    compiled: list[str]
    refused: dict[str, str]


def make(target: Target, schemas: Sequence[Schema], texts: dict[str, Any], folder: Path) -> Made:
    """Compile schemas for a target. A schema that does not compile is left out, with those that import it.

    Args:
        target: the language.
        schemas: the models; texts: what their YAML holds.
        folder: an empty one.
    """
    refused: dict[str, str] = {}
    while True:
        left = [schema for schema in schemas if not {schema.name, *_imports(schema)} & set(refused)]
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        assert target.runtime_folder is not None
        layout = Layout(left, is_portable=target.is_portable)
        build = Build(target, folder, target.runtime_folder.resolve(), layout)
        for schema in left:
            try:
                files = compile_files(texts, schema.name, target.language)
            except CompilerError as error:
                refused[schema.name] = str(error)
                continue
            for name, text in files.items():
                (folder / name.lstrip("/")).write_text(_mended(target, name, text), encoding="utf-8")
            build.files += (name.lstrip("/") for name in files if name.lstrip("/") not in build.files)
        made = target.build(build)
        if isinstance(made, list):
            return Made(made, [schema.name for schema in left], refused)
        new = {schema.name: why for schema in left if (why := _error_in(schema.name, made))}
        if not new:
            raise ValueError(f"{target.name}: {made[:2000]}")
        refused |= new


def _imports(schema: Schema) -> Iterable[str]:
    for name, each in schema.imported.items():
        yield name
        yield from _imports(each)


def _mended(target: Target, name: str, text: str) -> str:
    for mend in target.mends:
        if name.endswith(mend.file):
            text, count = re.subn(mend.pattern, mend.text, text)
            if not count:
                raise ValueError(f"{target.name}: {name} has no {mend.pattern}: is it mended upstream?")
    return text


def _error_in(schema: str, output: str) -> str:
    """Return the first error that a compiler reports in the file of a schema; empty if it has none."""
    names = rf"(?:{schema}|{class_name(schema)})\.(?:cpp|h|go|rs|cs|java)\b"
    return next((line.strip() for line in output.splitlines() if re.search(rf"(?:^|[/\s]){names}[:(]\d", line)), "")


# Serving


class CrashedError(Exception):
    """The program ended, or did not answer in time."""


class Server:
    """A program that reads files as long as there are any; it is begun anew after a crash."""

    def __init__(self, made: Made, target: Target, folder: Path) -> None:
        self._made, self._target, self._folder = made, target, folder
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, schema: str, path: Path) -> bytes:
        """Return the line that answers for a file. Raises CrashedError."""
        process = self._process or self._begin()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{schema}\t{path}\n".encode())
            process.stdin.flush()
        except BrokenPipeError:
            raise self._crash("ended") from None
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([process.stdout], [], [], SECONDS)
            part = os.read(process.stdout.fileno(), 1 << 20) if ready else b""
            if not part:
                raise self._crash("ended" if ready else f"no answer in {SECONDS:.0f} s")
            line += part
        return line

    def _begin(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            self._made.command,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=_limited if self._target.is_limited else None,  # noqa: PLW1509  no threads here
        )
        return self._process

    def _crash(self, why: str) -> CrashedError:
        code = self._process.poll() if self._process else None
        self._end()
        return CrashedError(why if code is None else f"{why} with {code}")

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process = None


def _limited() -> None:
    import resource  # what only POSIX has

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# Building


def _ruby(build: Build) -> list[str]:
    serve = build.driver("serve.rb")
    return ["ruby", f"-I{build.runtime / 'lib'}", f"-I{build.folder}", str(serve), str(build.folder), str(build.table)]


def _php(build: Build) -> list[str]:
    return ["php", str(build.driver("serve.php")), str(build.runtime), str(build.folder), str(build.table)]


def _lua(build: Build) -> list[str]:
    lua = shutil.which("lua5.4") or "lua5.3"
    return [lua, str(build.driver("serve.lua")), str(build.runtime), str(build.folder), str(build.table)]


def _javascript(build: Build) -> list[str]:
    return ["node", str(build.driver("serve.cjs")), str(build.runtime), str(build.folder), str(build.table)]


def _java(build: Build) -> list[str] | str:
    build.driver("Serve.java")
    options = ("-nowarn", "-encoding", "UTF-8", "-Xmaxerrs", "10000")
    failed = build.run("javac", *options, "-cp", build.runtime / "*", "-d", "out", *build.files, "Serve.java")
    path = os.pathsep.join([str(build.folder / "out"), str(build.runtime / "*")])
    return failed or ["java", "-Xmx1g", "-Xss16m", "-cp", path, "Serve", str(build.table)]


def _csharp(build: Build) -> list[str] | str:
    build.driver("Serve.cs")
    libraries = [Path(shutil.copy(path, build.folder)).name for path in build.runtime.glob("*.dll")]
    used = [f"-r:{name}" for name in libraries]
    failed = build.run("mcs", "-nowarn:219,168", "-out:serve.exe", *used, *build.files, "Serve.cs")
    return failed or ["mono", str(build.folder / "serve.exe"), str(build.table)]


def _go(build: Build) -> list[str] | str:
    for name in build.files:
        path = build.folder / name
        path.write_text(re.sub(r"^import\b", "package main\n\nimport", path.read_text(), count=1, flags=re.MULTILINE))
    build.driver("serve.go")
    makers = "".join(
        f'\t"{schema.name}": func(io *kaitai.Stream) (interface{{}}, error) {{\n'
        f"\t\troot := New{class_name(schema.name)}()\n\t\treturn root, root.Read(io, nil, root)\n\t}},\n"
        for schema in build.layout.schemas
    )
    head = 'package main\n\nimport "github.com/kaitai-io/kaitai_struct_go_runtime/kaitai"\n\nvar roots = '
    build.driver("roots.go", f"{head}map[string]func(*kaitai.Stream) (interface{{}}, error){{\n{makers}}}\n")
    paths = ("GO111MODULE=off", f"GOPATH={build.runtime}", "GOFLAGS=")
    failed = build.run("env", *paths, "go", "build", "-gcflags=-e", "-o", "serve", ".")
    return failed or [str(build.folder / "serve"), str(build.table)]


def _cpp(build: Build) -> list[str] | str:
    build.driver("serve.cpp", cpp_driver(build.layout))
    options = ("-std=c++98", "-O0", "-w", f"-I{build.runtime / 'include'}", "-I.")
    sources = [name for name in build.files if name.endswith(".cpp")]
    if any(failed := [build.run("g++", *options, "-c", source) for source in sources]):
        return "\n".join(failed)
    objects = [f"{Path(source).stem}.o" for source in sources]
    library = (f"-L{build.runtime / 'lib'}", "-lkaitai_struct_cpp_stl_runtime")
    return build.run("g++", *options, "serve.cpp", *objects, *library, "-o", "serve") or [str(build.folder / "serve")]


def _rust(build: Build) -> list[str] | str:
    build.driver("serve.rs", rust_driver(build.layout))
    options = ("--edition=2018", "-Awarnings", "-Copt-level=1", f"-L{build.runtime}", "--extern=kaitai")
    return build.run("rustc", *options, "serve.rs", "-o", "serve") or [str(build.folder / "serve")]


#: An instance that is not marked as read; a value that is moved out of its record; a result that there is not.
_RUST_MENDS = (
    Mend(
        "nac.rs",
        r"(if self\.f_(\w+)\.get\(\) \{\s+return Ok\(self\.\w+\.borrow\(\)\);\s+\}\n)(?!\s+self\.f_)",
        r"\1        self.f_\2.set(true);\n",
    ),
    Mend("nac.rs", r"_io\.align_to_byte\(\)\?;", "_io.align_to_byte();"),
    Mend("micb.rs", r"let _tmpa = \*self_rc\.(idx|trailing)\(\);", r"let _tmpa = self_rc.\1();"),
    Mend("mic2.rs", r"let _tmpa = \*self_rc\.text\(\);", "let _tmpa = self_rc.text();"),
    Mend("mic2.rs", r"\*self\.head\(\)\?\[0\.\.1\]", "self.head()?[0..1]"),
)

#: Schemas with enums that a number may be no member of: in Java and Lua, it is lost then.
_WITH_OPEN_ENUMS = ("mep", "micb", "nac", "stb", "tisa")

TARGETS = {
    target.name: target
    for target in (
        Target(
            "ruby", "ruby", "ruby", ("ruby",), "ruby",
            Naming(joined("::"), lambda each: each.id, constant), _ruby,
        ),
        Target(
            "javascript", "javascript", "./node_modules/kaitai-struct", ("node",), "nodejs",
            Naming(joined("."), lower_camel), _javascript, limits=("micb", "nac"), is_limited=False,
        ),
        Target(
            "php", "php", "php", ("php",), "php-cli", Naming(joined("\\"), lower_camel), _php,
            limits=("micb", "token_scores"),
        ),
        Target(
            "lua", "lua", "lua", ("lua5.3",), "lua5.3 lua5.4",
            Naming(joined("."), lambda each: each.id), _lua, limits=_WITH_OPEN_ENUMS,
        ),
        Target(
            "java", "java", "java", ("javac",), "default-jdk-headless",
            Naming(joined("$"), lower_camel), _java, limits=_WITH_OPEN_ENUMS, is_limited=False,
        ),
        Target(
            "csharp", "csharp", "csharp", ("mcs", "mono"), "mono-mcs mono-devel",
            Naming(joined("+", "Kaitai."), upper_camel), _csharp, is_portable=True, is_limited=False,
        ),
        Target(
            "go", "go", "go", ("go",), "golang-go",
            Naming(joined("_"), lambda each: f"{upper_camel(each)}:{each.kind}"), _go, is_portable=True,
            limits=("mic2",),
        ),
        Target(
            "cpp_stl", "cpp_stl", "cpp_stl", ("g++",), "g++", None, _cpp, is_portable=True,
            limits=("mic2",),
        ),
        Target(
            "rust", "rust", "rust", ("rustc",), "rustc", None, _rust, is_portable=True,
            limits=("mic2",), mends=_RUST_MENDS,
        ),
    )
}  # fmt: skip
