"""The command `nacformats fuzz`: a corpus from a schema, and what a program does wrong with it."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from nacformats import __version__
from nacformats.commands.options import SchemaFile, options_given, shared
from nacformats.commands.terminal import BAD_FILE, CommandError, progress, show, usage_errors
from nacformats.files import write_atomically
from nacformats.formats import formats
from nacformats.formats.base import Format
from nacformats.fuzz.corpora import ACCEPTED, REFUSED, Corpus, CorpusFile, any_index
from nacformats.fuzz.findings import Hunt, TargetFinding
from nacformats.fuzz.target import ACCEPTS, CRASHES, HANGS, REFUSES, FuzzTarget, command_words
from nacformats.limits import MAX_DRAWN_BYTES, MAX_FUZZ_JOBS, MAX_FUZZED_FILES, MAX_TARGET_SECONDS, MOST_DRAWN_BYTES
from nacformats.schema.model import SchemaError

#: What is in the folder of a corpus besides its files.
MANIFEST, FINDINGS, FINDINGS_LIST = "manifest.json", "findings", "findings.json"
SCHEMA_SUFFIX = ".ksy"
#: Most findings that are made small and kept, and most reasons for refusals that are listed.
MOST_FINDINGS = 20
MOST_REASONS = 5


def subject_of(name: str) -> tuple[Format, Path | None]:
    """Return the format that reads the files of a subject, and the schema that they are made from (None: its own).

    Args:
        name: of a format, or the path of a schema.
    """
    if name in formats():
        return formats()[name], None
    if Path(name).suffix != SCHEMA_SUFFIX:
        known = ", ".join(formats())
        raise CommandError(f"{name} is neither a format ({known}) nor a {SCHEMA_SUFFIX} file")
    return SchemaFile().convert(name, None, None), Path(name)


@click.command("fuzz")
@click.argument("subject", metavar="SCHEMA_OR_FORMAT")
@click.option(
    "--count", type=click.IntRange(1, MAX_FUZZED_FILES), default=1000, show_default=True, help="How many files."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same files.")
@click.option("--near", is_flag=True, help="Give every file one damage in one field.")
@click.option(
    "--max-size",
    type=click.IntRange(0, MOST_DRAWN_BYTES),
    metavar="BYTES",
    help=f"The most bytes of a file: {MAX_DRAWN_BYTES:,} by default.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the files and a manifest.json to DIR."
)
@click.option(
    "--target", "command", metavar="COMMAND", help="Run this on each file: {} is its name, else it is standard input."
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.01, MAX_TARGET_SECONDS),
    default=10.0,
    show_default=True,
    help="Seconds for one run.",
)
@click.option(
    "--refuses", type=click.IntRange(1, 255), metavar="CODE", help="Exit codes but this one and 0 are crashes."
)
@click.option(
    "--jobs", type=click.IntRange(1, MAX_FUZZ_JOBS), help="How many runs at a time; one a processor by default."
)
@shared("force")
def fuzz_command(
    subject: str,
    count: int,
    seed: int,
    near: bool,
    max_size: int | None,
    out: Path | None,
    command: str | None,
    timeout: float,
    refuses: int | None,
    jobs: int | None,
    force: bool,
) -> None:
    """Make files of a format (such as nac or gguf) or of a schema (FILE.ksy), for other people's parsers.

    Each comes with the verdict of strict reading. --target runs a parser on each: exit code 0 means that it accepts
    the file, any other (with --refuses: that one) that it refuses it. A crash, a hang and another verdict are findings:
    they are made small, told and, with --out, kept in DIR/findings. Then the exit code is 1.
    """
    idle = options_given("timeout", "refuses", "jobs") if command is None else []
    if idle:
        raise CommandError(f"{idle[0]} is about runs of a --target: name one")
    if force and out is None:
        raise CommandError("--force is about the folder of --out: name one")
    target = None if command is None else target_of(command, timeout, refuses)
    format, schema = subject_of(subject)  # noqa: A001
    with usage_errors(SchemaError):
        corpus = Corpus(format, schema, seed=seed, count=count, near=near, max_size=max_size)
    folder = None if out is None else CorpusFolder(out, force=force)
    summary = CorpusSummary(corpus)
    hunt = None if target is None else Hunt(corpus, target, jobs=jobs or os.cpu_count() or 1)
    stops: list[BaseException] = []
    with usage_errors(SchemaError):
        _go_through(corpus, folder, hunt, summary, stops)
    findings = [] if hunt is None else _made_small(hunt, stops)
    kept = _kept(findings, folder, stops)
    for line in summary.lines():
        show(line)
    if folder is not None:
        show(f"written to {folder.path}, listed in {folder.path / MANIFEST}")
    if hunt is not None:
        _report(hunt, findings, kept)
    if stops:
        show(f"stopped after {len(summary.sizes):,} of {count:,} files", err=True)
        raise stops[0]
    click.get_current_context().exit(BAD_FILE if findings else 0)


#: What stops a campaign and leaves what it has found: Ctrl-C, signals that end the process, a full disk, a target that
#: can no longer be started.
_STOPS = (KeyboardInterrupt, SystemExit, OSError)


@contextmanager
def _noting(stops: list[BaseException], kinds: tuple[type[BaseException], ...] = _STOPS) -> Iterator[None]:
    """Note what stops this block."""
    try:
        yield
    except kinds as stopped:
        stops.append(stopped)


def _go_through(
    corpus: Corpus, folder: CorpusFolder | None, hunt: Hunt | None, summary: CorpusSummary, stops: list[BaseException]
) -> None:
    """Make the files, write them and run the target on them."""
    files = (entry for entry in corpus) if folder is None else folder.keeping(corpus)
    with (
        _noting(stops),
        closing(files),
        closing(files if hunt is None else hunt.run(files)) as entries,
        progress(f"fuzzing {corpus.format.name}", corpus.count) as advance,
    ):
        for entry in entries:
            summary.add(entry)
            advance(1)


def _made_small(hunt: Hunt, stops: list[BaseException]) -> list[TargetFinding]:
    """Return the first findings, small ones of their kinds where there was time for that."""
    findings = [finding for finding, _ in hunt.found.values()][:MOST_FINDINGS]
    with _noting(stops), progress("making findings small", len(findings)) as advance:
        for place, finding in enumerate([] if stops else findings):
            findings[place] = hunt.smallest(finding)
            advance(1)
    return findings


def _kept(findings: list[TargetFinding], folder: CorpusFolder | None, stops: list[BaseException]) -> list[Path | None]:
    """Write the findings; gives their files."""
    with _noting(stops, (OSError,)):
        if folder is not None and findings:
            return [*folder.keep(findings)]
    return [None] * len(findings)


def target_of(command: str, timeout: float, refusal: int | None) -> FuzzTarget:
    """Return the program that a command line names. CommandError when there is none."""
    with usage_errors(ValueError, about="--target: "):
        words = command_words(command)
    if math.isnan(timeout):
        raise CommandError("--timeout: expected a number of seconds")
    if shutil.which(words[0]) is None:
        raise CommandError(f"--target: there is no program {words[0]}")
    return FuzzTarget(words, timeout=timeout, refusal=refusal)


class CorpusFolder:
    """A folder with the files of a corpus. The manifest comes last, or when the run is interrupted.

    Raises:
        CommandError: the folder cannot be made, or holds something and is not to be written into.
    """

    def __init__(self, path: Path, *, force: bool) -> None:
        if path.exists() and not path.is_dir():
            raise CommandError(f"{path}: is not a folder")
        if not path.parent.is_dir():
            raise CommandError(f"{path}: the folder {path.parent} does not exist")
        path.mkdir(exist_ok=True)
        if any(path.iterdir()) and not force:
            raise CommandError(f"{path}: is not empty; --force writes into it")
        self.path = path

    def keeping(self, corpus: Corpus) -> Generator[CorpusFile, None, None]:
        """Yield the files of a corpus, each written when it is requested."""
        manifest = self.path / MANIFEST
        manifest.unlink(missing_ok=True)  # it does not list what is written now
        listed: list[dict[str, Any]] = []
        try:
            for entry in corpus:
                self._write(entry)
                listed.append(entry.as_dict())
                yield entry
        finally:
            head = {"format": corpus.format.name, "title": corpus.format.title, "nacformats": __version__}
            asked = {"seed": corpus.seed, "count": corpus.count, "near": corpus.near, "max_size": corpus.max_size}
            unmade = {"unmade": dict(corpus.unmade)} if corpus.unmade else {}
            write_atomically(manifest, _json({**head, **asked, **unmade, "files": listed}))

    def _write(self, entry: CorpusFile) -> None:
        path = self.path / entry.name
        try:
            path.write_bytes(entry.data)
        except OSError:
            path.unlink(missing_ok=True)  # what is there is whole
            raise

    def keep(self, findings: list[TargetFinding]) -> list[Path]:
        """Write what was found; gives the files."""
        folder = self.path / FINDINGS
        folder.mkdir(exist_ok=True)
        kept, listed = [], []
        for number, finding in enumerate(findings):
            kept.append(folder / f"{number:02}-{finding.kind}{Path(finding.entry.name).suffix}")
            write_atomically(kept[-1], [finding.entry.data])
            listed.append(finding.as_dict(kept[-1].name))
        write_atomically(folder / FINDINGS_LIST, _json({"findings": listed}))
        return kept


@dataclass
class CorpusSummary:
    """The statistics of a corpus."""

    corpus: Corpus
    sizes: list[int] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    with_path: int = 0
    located: int = 0

    def add(self, entry: CorpusFile) -> None:
        self.sizes.append(len(entry.data))
        self.verdicts[entry.verdict] += 1
        if entry.refusal is not None:
            path, damaged = entry.refusal.path, entry.candidate.damaged
            self.reasons[f"{any_index(path)}: {entry.refusal.reason}" if path else entry.refusal.reason] += 1
            self.with_path += path is not None
            self.located += bool(path and damaged and _encloses(path, damaged))

    def lines(self) -> Iterator[str]:
        """Yield the statistics for people."""
        name, seed, near = self.corpus.format.name, self.corpus.seed, self.corpus.near
        if not self.sizes:
            yield f"{name}: no files"
            return
        kind = "files with one damage" if near else "files"
        yield (
            f"{name}, seed {seed}: {len(self.sizes):,} {kind} of {min(self.sizes):,} to "
            f"{max(self.sizes):,} bytes, {self.verdicts[ACCEPTED]:,} accepted, {self.verdicts[REFUSED]:,} refused"
        )
        for reason, times in self.reasons.most_common(MOST_REASONS):
            yield f"  {times:>6,} refused: {reason}"
        for reason, times in self.corpus.unmade.most_common(MOST_REASONS):
            yield f"  {times:>6,} not made: {reason}"
        rest = len(self.reasons) - MOST_REASONS
        if rest > 0:
            yield f"  and for {rest:,} other reasons"
        if near and self.with_path:  # mic@2 has lines
            share = self.located / self.verdicts[REFUSED]
            yield f"  {share:.1%} of the refusals name the damaged field or one that encloses it"


def _report(hunt: Hunt, findings: list[TargetFinding], kept: list[Path | None]) -> None:
    """Tell how a target did; kept: where each of the findings is."""
    counts = ", ".join(f"{hunt.outcomes.get(kind, 0):,} {word}" for kind, word in _ENDINGS.items())
    show(f"target: {counts}")
    if not findings:
        show("nothing found: it does not crash, does not hang, and agrees with every verdict")
    for finding, (original, times), path in zip(findings, hunt.found.values(), kept, strict=False):
        show(f"{finding}")
        show(f"  {times:,} times, first in {original.entry.name}; {_place(finding, path)}")
    if len(hunt.found) > len(findings):
        show(f"and {len(hunt.found) - len(findings):,} others")


#: How the ways in which a target ends are told.
_ENDINGS = {ACCEPTS: "accepted", REFUSES: "refused", CRASHES: "crashed", HANGS: "hung"}


def _place(finding: TargetFinding, path: Path | None) -> str:
    size = f"{len(finding.entry.data):,} bytes"
    return f"{size} (--out DIR keeps them)" if path is None else f"{size} in {path}"


def _json(document: Any) -> list[bytes]:
    return [json.dumps(document, indent=1).encode(), b"\n"]


def _encloses(path: str, field_path: str) -> bool:
    rest = field_path.removeprefix(path)
    return field_path.startswith(path) and rest[:1] in ("", ".", "[")
