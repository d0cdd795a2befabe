"""The commands `nacformats generate` and `nacformats schema`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from nacformats.codec.trees.values import VARINTS
from nacformats.commands.opening import check_ends, check_target
from nacformats.commands.terminal import CommandError, show, usage_errors, write_target
from nacformats.files import write_atomically
from nacformats.schema.sources import bundle, read_yaml, schema_names, schema_text, varint_path
from nacformats.targets import generate, packages

#: By options, what name they take, and an example.
_MODULES = {
    "java_package": (re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII), "org.example.telemetry"),
    "go_module": (re.compile(r"[A-Za-z0-9_~-][\w.~-]*(/[A-Za-z0-9_~-][\w.~-]*)*", re.ASCII), "example.org/telemetry"),
}


def generate_files(
    *, schemas: Sequence[str], output: str | None, targets: str | None, check: bool, force: bool, **modules: str | None
) -> None:
    """Write what comes from schemas, or check it; see `nacformats generate --help`.

    Args: modules: by options such as java_package, what a language calls the package.
    """
    named = {option.partition("_")[0]: _module(option, name) for option, name in modules.items() if name is not None}
    if schemas or output is not None:
        _generate_outside(schemas, output, targets, named, check=check, force=force)
        return
    if targets is not None or force:
        raise CommandError("--for and --force go with --output: name the folder that the files are written into")
    with usage_errors(ValueError):
        folder = generate.checkout()
        outcome = generate.generate(check)
    for line in outcome.lines():
        show(line)
    if not (outcome.changed or outcome.removed or outcome.failures):
        show(f"{folder / 'generated'}: up to date")
    click.get_current_context().exit(0 if outcome.ok else 1)


def _module(option: str, name: str) -> str:
    """Return the name that an option gives a package."""
    known, example = _MODULES[option]
    if not known.fullmatch(name):
        raise CommandError(f"--{option.replace('_', '-')} {name}: expected a name such as {example}")
    return name


def _generate_outside(
    schemas: Sequence[str],
    output: str | None,
    targets: str | None,
    modules: Mapping[str, str],
    *,
    check: bool,
    force: bool,
) -> None:
    """Write the files of somebody's schemas, or of those of this package, into a folder."""
    if output is None:
        raise CommandError("--output is missing: name the folder that the files are written into")
    chosen = (targets or ",".join(packages.BY_DEFAULT)).replace(" ", "").split(",")
    if unknown := [each for each in chosen if each not in packages.ALL_TARGETS]:
        raise CommandError(f"--for {unknown[0]}: known are {', '.join(packages.ALL_TARGETS)}")
    if unused := [each for each in modules if each not in chosen]:
        raise CommandError(f"a name for {unused[0]} goes with --for {unused[0]}")
    with usage_errors(ValueError):
        read = packages.read_schemas(map(Path, schemas)) if schemas else packages.own_schemas()
        files = packages.files_of_schemas(read, dict.fromkeys(chosen), None if schemas else packages.OWN, modules)
    for path, schema in read if schemas else ():
        for where, text in schema.warnings:
            show(f"warning: {path}: {where}: {text}", err=True)
    folder = Path(output)
    stale = {folder / name: text.encode() for name, text in files.items() if not _holds(folder / name, text.encode())}
    if foreign := next((path for path in stale if path.exists() and not (check or force or _is_ours(path))), None):
        raise CommandError(f"{foreign} was not generated: --force replaces it")
    for path, data in stale.items():
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, [data])
        show(f"{'stale' if check else 'written'}: {path}")
    if not stale:
        show(f"{folder}: up to date")
    click.get_current_context().exit(1 if check and stale else 0)


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _is_ours(path: Path) -> bool:
    """Return True if a file says that it was generated."""
    with path.open("rb") as file:
        return packages.MARK.encode() in file.read(1024)


def show_schema(*, name: str | None, output: str, inline: bool, force: bool) -> None:
    """Write a schema of the package, or list them; see `nacformats schema --help`."""
    if name is None:
        for known in _known():
            show(f"{known:14} {read_yaml(varint_path(known).read_text(encoding='utf-8'))['meta']['title']}")
        return
    check_target(output, force=force)
    check_ends(output, ".ksy", ".yaml", ".yml")
    write_target(output, [_text_of_schema(name, inline=inline).encode()])


def _known() -> list[str]:
    """Return the names of the schemas that can be printed."""
    return sorted({*schema_names(), *VARINTS})


def _text_of_schema(name: str, *, inline: bool) -> str:
    if name in VARINTS:
        return varint_path(name).read_text(encoding="utf-8")
    if name not in schema_names():
        raise CommandError(f"unknown schema {name!r}: known are {', '.join(_known())}")
    return bundle(name) if inline else schema_text(name)
