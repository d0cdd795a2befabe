"""Select tests/corpus/ from a folder of files that other programs wrote: python -m tests.corpus.make FOLDER.

What is selected comes in unchanged, but for notes in JSON, which are put on one line. manifest.json then says of each
file its size, its sha256 and where it comes from; of each file of a format also the verdicts, and the place at which
the schema of a binary format refuses it. Without FOLDER only the manifest is made anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from nacformats import FormatError, validate
from nacformats.codec.streams import Source
from nacformats.formats import formats
from tests.oracle import located, parse

HERE = Path(__file__).resolve().parent
MANIFEST = HERE / "manifest.json"

#: Larger files stay out, and what is said about them.
FILE_BYTES = 200_000
#: The whole selection.
TOTAL_BYTES = 3_000_000
#: What no test looks at.
UNUSED = ("README.md", "reference_outputs.*")
#: Formats whose errors have lines: their schemas know bytes.
TEXT = ("mic2",)
#: Of the versions of NAC that are refused by name, one file each is enough.
ONE_CASE = {"nac_v17": "mlp_trng", "nac_v18": "mlp_trng"}

#: Who wrote a file: the first pattern that its path matches says it.
ORIGINS = (
    ("nac_crafted/*", "by hand"),
    ("nac*/*/model.nac", "NAC reference compiler"),
    ("nac*/*/model-tokenizer/*", "NAC reference compiler"),
    ("nac*/*/*.safetensors", "NAC reference compiler"),
    ("nac*/*/*.npz", "PyTorch, eager"),
    ("nac*/*/*", "notes"),
    ("mic/valid/*.ts.mic*", "TypeScript library"),
    ("mic/valid/*.spec.mic2", "by the grammar"),
    ("mic/valid/*.in.mic2", "by hand"),
    ("mic/valid/*.mic*", "Rust library"),
    ("mic/invalid/*.mic*", "by hand"),
    ("stb/valid/*.stb", "KHANARY writer"),
    ("stb/reference_nonconforming/*.stb", "KHANARY writer"),
    ("stb/*/*.stb", "by hand"),
    ("stb/knu/*", "KHANARY compiler"),
    ("*", "notes"),
)


def select(folder: Path) -> None:
    """Copy the selection from a folder, over what is here."""
    for old in (path for path in HERE.iterdir() if path.is_dir()):
        shutil.rmtree(old)
    for path in selected(folder):
        target = HERE / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(on_one_line(path) if path.suffix == ".json" else path.read_bytes())


def on_one_line(path: Path) -> bytes:
    """Return what a file says in JSON, without the line ends that only people need."""
    found = json.loads(path.read_bytes())
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def selected(folder: Path) -> Iterator[Path]:
    """The files of a folder that belong to the selection."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    large = {path.with_suffix("") for path in paths if path.stat().st_size > FILE_BYTES}
    for path in paths:
        group, _, rest = path.relative_to(folder).as_posix().partition("/")
        wanted = rest.startswith(f"{ONE_CASE[group]}/") if group in ONE_CASE else bool(rest)
        unused = any(path.match(pattern) for pattern in UNUSED)
        if wanted and not unused and path.with_suffix("") not in large:
            yield path


def files() -> list[Path]:
    """The selected files; what stands beside their folders is about them."""
    folders = (path for path in sorted(HERE.iterdir()) if path.is_dir() and path.name != "__pycache__")
    return [path for folder in folders for path in sorted(folder.rglob("*.*"))]


def entry(path: Path) -> dict[str, Any]:
    """What the manifest says of a file."""
    name, data = path.relative_to(HERE).as_posix(), path.read_bytes()
    facts = {"name": name, "sha256": hashlib.sha256(data).hexdigest(), "size": len(data), "origin": origin(name)}
    format_name = {known.suffix: known.name for known in formats().values()}.get(path.suffix)
    return facts if format_name is None else facts | {"format": format_name, **verdicts(data, format_name)}


def origin(name: str) -> str:
    return next(who for pattern, who in ORIGINS if PurePosixPath(name).match(pattern))


def verdicts(data: bytes, name: str) -> dict[str, Any]:
    """Whether strict and lenient reading accept the bytes, and where the schema of the format does not."""
    said = {mode: accepted(data, name, mode == "strict") for mode in ("strict", "lenient")}
    error = None if name in TEXT else refusal(name, data)
    return said if error is None else said | {"error": {"path": error.path, "offset": error.offset}}


def accepted(data: bytes, name: str, strict: bool) -> str:
    errors = [finding for finding in validate(data, strict=strict, format=name) if finding.severity == "error"]
    return "reject" if errors else "accept"


def refusal(schema: str, data: bytes) -> FormatError | None:
    """Why the schema alone refuses the bytes: what the parser that the Kaitai compiler generated says."""
    source = Source(data)
    try:
        with located(schema, source):
            parse(schema, source)._fetch_instances()
    except FormatError as error:
        return error
    return None


def manifest() -> str:
    """The text of the manifest: one line a file."""
    lines = ",\n".join(json.dumps(entry(path)) for path in files())
    return f"[\n{lines}\n]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where to select from (default: only make the manifest)")
    folder = parser.parse_args().folder
    if folder is not None:
        select(folder)
    MANIFEST.write_text(manifest(), encoding="utf-8")
    size = sum(path.stat().st_size for path in files())
    print(f"{len(files())} files, {size:,} of {TOTAL_BYTES:,} bytes")


if __name__ == "__main__":
    main()
