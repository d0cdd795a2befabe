"""Hold readers of any language to the files of conformance/: python -m tests.conformance [LANGUAGE...].

    python -m tests.conformance                        all readers that can be run here
    python -m tests.conformance c rust                 some of them
    python -m tests.conformance --program "./mine --serve"

A reader is asked about every file by the protocol of docs/languages.md. Instead of what is committed, it can be held to
Python on the files of a folder (--corpus), on files that the fuzzer makes (--generated), and on damaged ones
(--damaged). The exit code is 1 when a reader of ours, or the program, says something else.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conformance import mass, vectors
from tests.conformance.holding import Case, Results, hold, notes, table
from tests.conformance.making import write_vectors
from tests.conformance.readers import ProgramReader, Reader, all_readers
from tests.conformance.schemas import Subject, subjects
from tests.kaitai.reasons import put

DOCUMENT = vectors.ROOT / "docs" / "languages.md"
#: So many wrong answers are told.
TOLD = 40


def main() -> int:
    options = _options()
    if options.write:
        for line in write_vectors(_chosen(options)):
            print(line)
        return 0
    chosen = _chosen(options)
    readers = _readers(options)
    with TemporaryDirectory(prefix="nacformats-files-") as folder:
        results = hold(readers, _counted(_cases(options, chosen, Path(folder))))
    lines = list(table(readers, chosen, results))
    print("\n".join(lines))
    for note in notes(readers, results):
        print(note)
    if options.markdown:
        put(DOCUMENT, "matrix", lines)
    return _told(readers, results)


def _told(readers: Sequence[Reader], results: Results) -> int:
    wrong = list(results.wrong())
    for line in wrong[:TOLD]:
        print(line, file=sys.stderr)
    if len(wrong) > TOLD:
        print(f"and {len(wrong) - TOLD} more", file=sys.stderr)
    return 0 if all(results.is_good(reader.name) for reader in readers if reader.is_held) else 1


def _options() -> argparse.Namespace:
    known = list(all_readers())
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of {', '.join(known)} (default: all)")
    parser.add_argument("--program", action="append", default=[], metavar="COMMAND", help="a reader of somebody else")
    parser.add_argument("--schema", action="append", default=[], metavar="NAME|FILE.ksy", help="files of this one only")
    parser.add_argument("--corpus", type=Path, action="append", default=[], metavar="FOLDER", help="files of a folder")
    parser.add_argument("--generated", type=int, default=0, metavar="N", help="files that the fuzzer makes")
    parser.add_argument("--damaged", type=int, default=0, metavar="N", help="damaged files")
    parser.add_argument("--seed", type=int, default=0, help="of what is made")
    parser.add_argument("--write", action="store_true", help="make conformance/ anew")
    parser.add_argument("--markdown", action="store_true", help="put the table into docs/languages.md")
    options = parser.parse_args()
    unknown = sorted(set(options.languages) - set(known))
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}: expected some of {', '.join(known)}")
    return options


def _chosen(options: argparse.Namespace) -> list[Subject]:
    by_name = {each.name: each for each in subjects()}
    given = [
        by_name.get(each)
        or next((known for known in subjects() if known.path == Path(each).resolve()), None)
        or Subject(Path(each).resolve(), is_ours=False)
        for each in options.schema
    ]
    return given or list(subjects())


def _readers(options: argparse.Namespace) -> list[Reader]:
    known = all_readers()
    names = options.languages or ([] if options.program else list(known))
    readers = [known[name]() for name in names]
    programs = [ProgramReader(shlex.split(command)[0], shlex.split(command)) for command in options.program]
    return [*readers, *programs]


def _cases(options: argparse.Namespace, chosen: Sequence[Subject], folder: Path) -> Iterable[Case]:
    drawing = mass.Drawing(chosen, folder, options.seed)
    others = [
        *(mass.of_folder(chosen, each) for each in options.corpus),
        drawing.generated(options.generated),
        drawing.damaged(options.damaged),
    ]
    is_more = options.corpus or options.generated or options.damaged
    return chain(() if is_more else _committed(chosen), *others)


def _committed(chosen: Sequence[Subject]) -> Iterator[Case]:
    for subject in chosen:
        folder = vectors.folder_of(subject)
        if not folder.is_dir():
            raise SystemExit(f"conformance/ has no files of {subject.name}: say --generated or --damaged")
        yield from (Case(subject, folder / each.file, each.answer) for each in vectors.load(subject))


def _counted(cases: Iterable[Case]) -> Iterator[Case]:
    number = 0
    for number, case in enumerate(cases, 1):
        if number % 500 == 0:
            print(f"{number:,} files", file=sys.stderr, flush=True)
        yield case
    print(f"{number:,} files in all", file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
