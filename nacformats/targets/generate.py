"""Write generated/ from schemas/*.ksy.

Generated output is committed, reproducible and never edited. Each file says which schemas it comes from and their
sha256, so that a stale one is found even where the Kaitai Struct compiler cannot run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from nacformats.files import write_atomically
from nacformats.languages.native import native_sha256, render_native
from nacformats.schema.model import SchemaError
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT, imports, load_schema, schema_names, schema_sha256, schema_text, spot_in
from nacformats.targets import constructs, kaitai, reference, stubs, tables, viewer, viewer_tables
from nacformats.targets.columns import module as columns
from nacformats.targets.python import module as machine

OUTPUT = ROOT / "generated"
#: Type checkers do not follow the package into generated/: the stubs are inside it.
STUBS = ROOT / "nacformats" / "_generated"
COMMAND = "nacformats generate"


@dataclass(frozen=True)
class _Product:
    """One folder of generated/, with one file a schema.

    Attributes:
        folder: its name.
        render: schema name -> text, for what this package generates itself; None where a schema has nothing for it.
        about: docstring of the package, for Python.
        stub: schema name -> the types of what is in its module, for Python.
        job: schema name -> job, for what the Kaitai Struct compiler generates.
        index: what else the package holds, from all schemas that can be read.
        suffix: how the names of its files end.
        comment: opens a line of comment in its language; that of Markdown is closed as well.
    """

    folder: str
    render: Callable[[str], str | None] | None = None
    about: str | None = None
    stub: Callable[[str], str] | None = None
    job: Callable[[str], kaitai.Job] | None = None
    index: Callable[[Iterable[str]], str] | None = None
    suffix: str = ".py"
    comment: str = "#"

    def path(self, schema: str) -> Path:
        return OUTPUT / self.folder / self.file_name(schema)

    def stub_path(self, schema: str) -> Path:
        return STUBS / self.folder / f"{schema}.pyi"

    def file_name(self, schema: str) -> str:
        return schema + self.suffix if self.job is None else kaitai.main_file(schema, self.job(schema).language)


_PARSER = partial(kaitai.Job, language="python", package=".")
_ABOUT_PARSERS = "Parsers by the Kaitai Struct compiler: the ones that read files."
_ABOUT_PYTHON = "Records that read and write, on nacformats.codec.trees."
_ABOUT_COLUMNS = "Columns: readers, checkers and writers of repeated records as arrays."
_ABOUT_TABLES = "Fields, rules, enums and representations: what is said about files."
PRODUCTS = (
    _Product("kaitai", None, _ABOUT_PARSERS, stubs.kaitai_stub, job=_PARSER),
    _Product("python", machine.render_python, _ABOUT_PYTHON, stubs.records_stub),
    _Product(
        "construct", constructs.render_constructs, "Construct structs that parse and build.", stubs.construct_stub
    ),
    _Product("columns", partial(columns.render_columns, stamp=native_sha256), _ABOUT_COLUMNS, stubs.columns_stub),
    _Product("docs", reference.render_reference, suffix=".md", comment="<!--"),
    _Product("tables", tables.render_tables, _ABOUT_TABLES, stubs.tables_stub, index=tables.render_index),
    _Product("native", render_native, suffix=".c", comment="//"),
)


@dataclass
class _Outcome:
    """The result of generating or, when checking, the result that it would have.

    Attributes:
        changed: files written (checking: stale or missing), relative to the root.
        removed: files that no schema makes any longer (checking: still there).
        failures: schemas that cannot be generated, with the path inside the schema.
        notes: what else is worth knowing.
    """

    check: bool
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures and not (self.check and (self.changed or self.removed))

    def fail(self, name: str, error: Exception) -> None:
        """Report that a schema cannot be generated; a reason that several products share is reported once."""
        place = getattr(error, "place", ())
        if isinstance(error, SchemaError) and not error.file:
            place = spot_in(schema_text(name), error.path)
        text = f"{':'.join(map(str, (f'schemas/{name}.ksy', *place)))}: {' '.join(str(error).split())}"
        if text not in self.failures:
            self.failures.append(text)

    def lines(self) -> Iterator[str]:
        """Return the report, line by line."""
        changed, removed = ("stale", "not made by any schema") if self.check else ("written", "removed")
        yield from (f"{changed}: {name}" for name in self.changed)
        yield from (f"{removed}: {name}" for name in self.removed)
        yield from (f"error: {text}" for text in self.failures)
        yield from (f"note: {text}" for text in self.notes)
        if self.check and (self.changed or self.removed):
            yield f"Run `{COMMAND}` and commit what it writes."


def checkout() -> Path:
    """Return the folder that `generate` works on: the checkout that this package runs from.

    Raises:
        ValueError: there is none, or the current folder is elsewhere.
    """
    if not (ROOT / "schemas").is_dir():
        raise ValueError("only a checkout has schemas/ and generated/; this is an installed package")
    here = Path.cwd()
    current = next((folder for folder in (here, *here.parents) if (folder / "schemas").is_dir()), None)
    if current is None or current.resolve() != ROOT:
        raise ValueError(
            f"the checkout of this nacformats is {ROOT}, and the current folder, {here}, is not in it: go there, or in "
            "another checkout install that one (pip install -e .)"
        )
    return ROOT


def generate(check: bool = False) -> _Outcome:
    """Write generated/ from the schemas, or compare the two when `check` is set.

    A schema that cannot be compiled is reported, its old files stay, and the other schemas are generated.

    Args:
        check: write nothing, report what is stale.
    """
    outcome = _Outcome(check)
    readable = [name for name in schema_names() if _reads(name, outcome)]
    for product in PRODUCTS:
        if product.render is not None:
            _render(product, product.render, product.path, readable, outcome)
        if product.stub is not None:
            _render(product, product.stub, product.stub_path, readable, outcome)
    _compile(readable, outcome)
    _write_packages(outcome, readable)
    _remove_obsolete(outcome)
    _write_schemas(outcome, readable)
    _write_viewer(outcome)
    return outcome


def _reads(name: str, outcome: _Outcome) -> bool:
    """Return True if a schema, and what it imports, is YAML with a `meta`."""
    try:
        ksy = load_schema(name)
        if not isinstance(ksy, dict) or not isinstance(ksy.get("meta"), dict):
            raise ValueError("not a map with a `meta`")
        imports(name)
    except (ValueError, AttributeError) as error:
        outcome.fail(name, error)
        return False
    return True


def _render(
    product: _Product,
    render: Callable[[str], str | None],
    path: Callable[[str], Path],
    names: list[str],
    outcome: _Outcome,
) -> None:
    for name in names:
        try:
            text = render(name)
        except ValueError as error:
            outcome.fail(name, error)
        else:
            if text is None:
                _remove(path(name), outcome)
            else:
                _put(path(name), _headed(product, name, text), outcome)


def _compile(names: list[str], outcome: _Outcome) -> None:
    compiled = [product for product in PRODUCTS if product.job is not None]
    if not compiled:
        return
    reason = kaitai.missing()
    if reason is not None:
        outcome.notes.append(f"{reason}: the output of the Kaitai Struct compiler is only checked by sha256")
        _check_headers(compiled, names, outcome)
        return
    pairs = [(product, name) for product in compiled for name in names]
    jobs = [product.job(name) for product, name in pairs if product.job is not None]
    schemas = {name: load_schema(name) for name in names}
    for (product, name), result in zip(pairs, kaitai.compile_schemas(schemas, jobs), strict=True):
        if isinstance(result, str):
            _put(product.path(name), _headed(product, name, result), outcome)
        else:
            outcome.fail(name, result)


def _check_headers(products: list[_Product], names: list[str], outcome: _Outcome) -> None:
    for product in products:
        for name in names:
            path = product.path(name)
            if not path.is_file() or not path.read_text(encoding="utf-8").startswith(_header(product, name)):
                if outcome.check:
                    outcome.changed.append(_relative(path))
                elif path.is_file():
                    outcome.failures.append(f"{_relative(path)} is stale and cannot be generated here")
                else:  # a new schema: its files are read by its construct structs
                    outcome.notes.append(
                        f"{_relative(path)} is missing, which only the Kaitai Struct compiler can make"
                    )


def _headed(product: _Product, name: str, text: str) -> str:
    lines = (line.rstrip() for line in text.split("\n"))
    return _header(product, name) + "\n".join(lines).rstrip("\n") + "\n"


def _header(product: _Product, name: str) -> str:
    lines = [f"Generated from {_stamp(name)} by `nacformats generate`. Do not edit."]
    lines += [f"It imports {_stamp(imported)}." for imported in imports(name)]
    if product.comment == "<!--":
        return "".join(f"<!-- {line} -->\n" for line in lines)
    return "".join(f"{product.comment} {line}\n" for line in lines)


def _stamp(name: str) -> str:
    return f"schemas/{name}.ksy (sha256 {schema_sha256(name)})"


def _write_packages(outcome: _Outcome, readable: list[str]) -> None:
    """Write the modules of the packages."""
    for product in PRODUCTS:
        if product.about is not None:
            text = f'"""{product.about}\n\nWritten by `nacformats generate`. Do not edit.\n"""\n'
            if product.index is not None:
                text += f"\n{product.index(readable)}"
            _put(OUTPUT / product.folder / "__init__.py", text, outcome)
            if product.stub is not None:
                _put(product.stub_path("__init__"), text, outcome)
    for module, text in stubs.public_stubs(readable):
        _put(STUBS.parent / "products" / f"{module}.pyi", text, outcome)


def _write_schemas(outcome: _Outcome, readable: list[str]) -> None:
    """Write the schemas that every page has."""
    try:
        text = viewer_tables.render_schemas(map(schema_model, readable))
    except ValueError as error:  # which the files of the schema have as well
        outcome.notes.append(f"generated/viewer: {error}")
    else:
        _put(OUTPUT / "viewer" / viewer_tables.SCHEMAS, text, outcome)


def _write_viewer(outcome: _Outcome) -> None:
    """Write the page, from its sources and the machine in TypeScript."""
    folder = OUTPUT / "viewer"
    reason = viewer.missing_bundler()
    try:
        header = viewer.bundle_header()
        texts = viewer.bundled_page() if reason is None else {}
    except ValueError as error:  # which the files of the schema have as well
        outcome.notes.append(f"generated/viewer: {error}")
        return
    except viewer.BundleError as error:
        outcome.failures.append(f"viewer/: {error}")
        return
    for name, text in texts.items():
        _put(folder / name, text, outcome)
    if reason is not None:
        outcome.notes.append(f"{reason}: generated/viewer is only checked by sha256")
        stale = [folder / name for name in viewer.FILES if not _start_of(folder / name).startswith(header)]
        if outcome.check:
            outcome.changed += map(_relative, stale)
        else:  # it reads files all the same, those of a new schema record by record
            outcome.notes += [f"{_relative(path)} is stale and cannot be bundled here" for path in stale]


def _start_of(path: Path) -> str:
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file.read(1024).decode(errors="replace")


def _put(path: Path, text: str, outcome: _Outcome) -> None:
    if path.is_file() and path.read_bytes() == text.encode():
        return
    outcome.changed.append(_relative(path))
    if not outcome.check:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [text.encode()])


def _remove_obsolete(outcome: _Outcome) -> None:
    for product in PRODUCTS:
        beside = [each for each in PRODUCTS if each.folder == product.folder]
        wanted = {each.file_name(name) for each in beside for name in schema_names()} | {"__init__.py"}
        _remove_others(OUTPUT / product.folder, wanted, outcome)
        if product.stub is not None:
            _remove_others(STUBS / product.folder, {f"{name}.pyi" for name in (*schema_names(), "__init__")}, outcome)


def _remove_others(folder: Path, wanted: set[str], outcome: _Outcome) -> None:
    for path in sorted(folder.glob("*.*")):
        if path.name not in wanted:
            _remove(path, outcome)


def _remove(path: Path, outcome: _Outcome) -> None:
    if path.is_file():
        outcome.removed.append(_relative(path))
        if not outcome.check:
            path.unlink()


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
