"""Damaged schemas under every command that takes one: python -m tests.generic.schemas_campaign [--count N] [FOLDER...].

Each schema is one of a folder (by default those of this repository), damaged in one or more places by a seed. With it,
`inspect`, `validate`, `convert` and `fuzz` are run on files that are empty, random, and as the schema wants them. They
end with exit code 0, 1 or 2, in four seconds of work and half a gigabyte; whatever else happens is printed, with the
seed, and the schema is kept in build/schemas_campaign.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import random
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from click.testing import CliRunner

from nacformats.cli import main as commands
from nacformats.commands.ending import DEBUG
from nacformats.schema.sources import ROOT

KEPT = ROOT / "build" / "schemas_campaign"
SEEDS = (ROOT / "schemas", ROOT / "tests" / "fuzz" / "schemas", ROOT / "tests" / "generic")
SECONDS = 4.0
MEMORY = 512 * 1024**2
#: What no command should say about a schema, or about a file that is read with one.
NO_VERDICTS = ("out of memory", "not a schema (")
#: So many schemas are tried in one process.
BATCH = 25

#: What any value may become.
ODD_NUMBERS = (0, -1, 1, 64, 255, 256, 2**31, 2**63, 2**64, 10**40, -(2**70), 0.5, 1e308, float("inf"), float("nan"))
ODD_TEXTS = (
    *(
        "",
        " ",
        "\0",
        "\n",
        "'",
        '"',
        "\\",
        "a" * 5000,
        "\u00e9t\u00e9",
        "\u2028",
        "id",
        "lambda",
        "mro",
        "name",
        "keep",
    ),
    *(
        "u1",
        "u8",
        "b65",
        "b64",
        "f2",
        "str",
        "strz",
        "s4be",
        "u1(1)",
        "foo(",
        "a::b",
        "expr",
        "eos",
        "until",
        "__class__",
    ),
    *("utf-16", "utf-32", "zlib", "idna", "undefined", "_root", "__class__", "\u00e9t\u00e9"),
    *("/dev/zero", "../../etc/passwd", "/common/vlq_base128_le", "uleb128", "../seed", "."),
)
ODD_TREES: tuple[Any, ...] = (
    *([], {}, [[]], [None], {"a": None}, {None: 1}, {1: 2}, {True: "a"}, [1] * 300),
    *({"switch-on": 1}, {"switch-on": "1", "cases": {}}, b"\xff", None, True, False),
)
ODD_VALUES = (*ODD_NUMBERS, *ODD_TEXTS, *ODD_TREES)
#: What any expression may become.
ODD_EXPRESSIONS = (
    *("1 / 0", "1 % 0", "_root", "_parent", "_parent._parent._parent", "_io", "_io.size", "_io.pos", "_io.eof"),
    *("1 << 100000", "1 << 4000000000", "1 << -1", "(1 << 63) * (1 << 63) * (1 << 63)", "'a' * 4000000000"),
    *("-" * 300 + "1", "(" * 300 + "1" + ")" * 300, "1" + "+1" * 2000, "not " * 300 + "true", "1 ? " * 300 + "1"),
    *("a[" * 100, "a.b" * 100, "1e999", "0x" + "f" * 5000, "9" * 5000, "1.5", "-1", "true", "'a'", '"\\"b\\""', "[1]"),
    *("f()", "a.as<u4>", "a.class", "a.__class__", "a.size.size", "'%999999999d' % 1", "_index", "_", "this"),
    *("'a'.to_i", "'zz'.to_i(99)", "'a'.substring(0, 1 << 62)", "1.to_s", "'a'.reverse", "'a'.first.first"),
    *("1.first", "a::b", "a::b::c", "_root._io._io", "2000000000", "18446744073709551615", "_io.size * 1000000"),
    *("_io.size - 1", "0 - 1"),
)
EXPRESSION_KEYS = ("size", "if", "repeat-expr", "repeat-until", "pos", "io", "value", "switch-on", "valid", "expr")
KEYS = (
    *EXPRESSION_KEYS,
    *("id", "seq", "types", "instances", "enums", "params", "meta", "doc", "doc-ref", "enum", "repeat", "contents"),
    *("size-eos", "terminator", "include", "consume", "eos-error", "encoding", "imports", "endian", "bit-endian"),
    *("min", "max", "any-of", "eq", "in-enum", "-align", "-default", "-columns", "-webide-representation", "-view"),
    *("-holds", "-role", "-since", "to-string", "file-extension", "title", "process", "pad-right", "cases", "type"),
)
#: What a line of YAML may become.
ODD_LINES = (
    *("x: !!python/object/apply:os.system ['false']", "x: &a [*a]", "x: *b", "? [a]\n: b", "!!int x", "x: 2024-99-99"),
    *("%YAML 9.9", "---", "- " * 1000, "- " * 50000, "[" * 1000, "[" * 50000, "{a: " * 5000, "x: !!binary ///"),
)


class Mutator:
    """Damages one schema."""

    def __init__(self, seed: int, text: str) -> None:
        self.rng = random.Random(seed)
        self.text = text

    def damaged(self) -> str:
        if self.rng.random() < 0.15:
            return self.damaged_text(self.text)
        try:
            tree = yaml.safe_load(self.text)
        except yaml.YAMLError:  # some schemas are wrong as they are
            return self.damaged_text(self.text)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3, 6))):
            self.damage(tree)
        text = yaml.safe_dump(tree, sort_keys=False, allow_unicode=True)
        return self.damaged_text(text) if self.rng.random() < 0.1 else text

    def damaged_text(self, text: str) -> str:
        lines = text.splitlines()
        line = self.rng.randrange(len(lines))
        other = self.rng.randrange(len(lines))
        how: list[Callable[[], None]] = [
            lambda: lines.insert(line, lines[other]),
            lambda: lines.insert(line, self.rng.choice(ODD_LINES)),
            lambda: lines.__delitem__(line),
            lambda: lines.__setitem__(line, " " * self.rng.randrange(9) + lines[line].lstrip()),
            lambda: lines.__setitem__(slice(0, 0), bomb()),
            lambda: lines.__setitem__(line, lines[line] + self.rng.choice("\0\x01\udcff{[\"'&*!|>%@`")),
        ]
        self.rng.choice(how)()
        return "\n".join(lines)

    def damage(self, tree: Any) -> None:
        places = list(_places(tree))
        around, key = self.rng.choice(places)
        expressions = [place for place in places if place[1] in EXPRESSION_KEYS]
        roll = self.rng.random()
        if roll < 0.4 and expressions:
            around, key = self.rng.choice(expressions)
            around[key] = self.rng.choice((*ODD_EXPRESSIONS, self._combined(tree)))
        elif roll < 0.6:
            around[key] = self.rng.choice(ODD_VALUES)
        elif roll < 0.7:
            del around[key]
        elif roll < 0.85:
            other, other_key = self.rng.choice(places)
            if not _is_inside(other[other_key], around):
                around[key] = other[other_key]
        elif isinstance(around[key], dict):
            around[key][self.rng.choice(KEYS)] = self.rng.choice((*ODD_VALUES, *ODD_EXPRESSIONS))
        else:
            around[key] = self.rng.choice(([around[key]], {"a": around[key]}, [around[key]] * 3))

    def _combined(self, tree: Any) -> str:
        """An expression over ids of the schema."""
        ids = [str(around[key]) for around, key in _places(tree) if key == "id"] or ["a"]
        operators = ("+", "-", "*", "/", "%", "<<", ">>", "&", "==", "<", "and")
        one, other = self.rng.choice(ids), self.rng.choice((*ids, "0", "1000000000", "'x'", "_io.size"))
        dots = self.rng.choice(("", "", "_root.", "_parent."))
        return f"{dots}{one} {self.rng.choice(operators)} {other}"


def bomb() -> list[str]:
    """A document of 1 kB that is a billion values."""
    return ["a: &a [x, x, x, x, x, x, x, x, x]"] + [
        f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    ]


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of a tree: the map or list that holds it, and its key there."""
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
        yield tree, key
        if isinstance(tree[key], dict | list):
            yield from _places(tree[key])


def _is_inside(tree: Any, part: Any) -> bool:
    return tree is part or (isinstance(tree, dict | list) and any(around[key] is part for around, key in _places(tree)))


class Tried:
    """The verdicts on one schema, and what was no verdict."""

    def __init__(self, folder: Path, *, fuzzes: bool) -> None:
        self.schema = folder / "damaged.ksy"
        self.file = folder / "file.bin"
        self.out = folder / "out.json"
        self.folder = folder
        self.fuzzes = fuzzes

    def run(self, text: str, seed: int) -> Iterator[str]:
        """What is wrong, a line each."""
        self.schema.write_bytes(text.encode(errors="surrogateescape"))
        rng = random.Random(seed)
        given = str(self.schema)
        for data in (b"", bytes(200), rng.randbytes(rng.choice((7, 300, 3000)))):
            self.file.write_bytes(data)
            yield from self.command("validate", "--schema", given, str(self.file))
            if self.is_over:
                return
        yield from self.command("inspect", "--schema", given, str(self.file))
        yield from self.command("convert", "--schema", given, str(self.file), str(self.out))
        self.out.write_text('{"a": 1}')
        yield from self.command("convert", "--schema", given, str(self.out), str(self.file))
        if self.fuzzes:
            yield from self.command(
                "fuzz", given, "--count", "2", "--out", str(self.folder / "fuzzed"), "--max-size", "500"
            )

    def command(self, *arguments: str) -> Iterator[str]:
        result = CliRunner(env={DEBUG: "1"}).invoke(commands, list(arguments))
        self.is_over = result.exit_code not in (0, 1)
        if result.exit_code not in (0, 1, 2) or any(words in result.output for words in NO_VERDICTS):
            yield f"{arguments[0]}: exit code {result.exit_code}: {_summary(result.output)}"


def _summary(output: str) -> str:
    """Where something was raised, and what."""
    lines = output.splitlines()
    frames = [line.split(", line ")[-1] for line in lines if ", line " in line]
    return f"{' < '.join(reversed(frames[-3:]))}: {lines[-1][:250] if lines else ''}"


class TooLongError(BaseException):
    """The time is over; no Exception, so that nothing takes it for its own."""


def _expire(*_: object) -> None:
    raise TooLongError


def seeds_of(folders: list[Path]) -> list[str]:
    """The texts of the schemas of some folders."""
    return [path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.rglob("*.ksy"))]


def try_one(text: str, seed: int, *, fuzzes: bool = False) -> list[str]:
    """What is wrong with one schema, in bounded time."""
    with TemporaryDirectory() as folder:
        signal.signal(signal.SIGPROF, _expire)
        signal.setitimer(signal.ITIMER_PROF, SECONDS * (1 + fuzzes))
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                return list(Tried(Path(folder), fuzzes=fuzzes).run(text, seed))
        except TooLongError as error:
            frames = traceback.extract_tb(error.__traceback__)[-4:]
            return [f"takes too long: {' < '.join(f'{frame.name}:{frame.lineno}' for frame in reversed(frames))}"]
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _batch(texts: list[str], seeds: range, whole: bool, fuzzes: bool, results: Any) -> None:
    import resource  # not on Windows

    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    for seed in seeds:
        results.put((seed, None))
        results.put((seed, try_one(schema_of(texts, seed, whole=whole), seed, fuzzes=fuzzes)))


def schema_of(texts: list[str], seed: int, *, whole: bool = False) -> str:
    """The schema of a seed: damaged, or whole."""
    text = texts[seed % len(texts)]
    return text if whole else Mutator(seed, text).damaged()


def main() -> int:
    """Run a campaign; the exit code is 1 when something else than a verdict came out."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.generic.schemas_campaign", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--count", type=int, default=5_000, help="how many schemas (default: 5,000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", type=int, metavar="SEED", help="print this one schema, and try it")
    parser.add_argument("--whole", action="store_true", help="the schemas as they are")
    parser.add_argument("--fuzz", action="store_true", help="run `fuzz` as well")
    parser.add_argument("folders", nargs="*", type=Path, default=list(SEEDS), help="where the schemas are")
    options = parser.parse_args()
    texts = seeds_of(options.folders)
    if options.only is not None:
        text = schema_of(texts, options.only, whole=options.whole)
        print(text)
        print("\n".join(try_one(text, options.only, fuzzes=options.fuzz)))
        return 0
    stop = options.seed + (len(texts) if options.whole else options.count)
    broken = Counter[str]()
    for first in range(options.seed, stop, BATCH):
        for seed, line in _run_batch(texts, range(first, min(first + BATCH, stop)), options):
            KEPT.mkdir(parents=True, exist_ok=True)
            text = schema_of(texts, seed, whole=options.whole)
            (KEPT / f"{seed}.ksy").write_bytes(text.encode(errors="surrogateescape"))
            print(f"seed {seed}: {line}", flush=True)
            broken[line.partition(":")[0]] += 1
    print(f"{stop - options.seed:,} schemas, {sum(broken.values())} broken promises: {dict(broken)}")
    return 1 if broken else 0


def _run_batch(texts: list[str], seeds: range, options: argparse.Namespace) -> Iterator[tuple[int, str]]:
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    process = context.Process(target=_batch, args=(texts, seeds, options.whole, options.fuzz, results))
    process.start()
    process.join()
    done, begun = set(), seeds.start
    while not results.empty():
        seed, lines = results.get()
        if lines is None:
            begun = seed
            continue
        done.add(seed)
        yield from ((seed, line) for line in lines)
    if process.exitcode:
        yield begun, f"the process ended with {process.exitcode}"
        if begun + 1 < seeds.stop:
            yield from _run_batch(texts, range(begun + 1, seeds.stop), options)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
