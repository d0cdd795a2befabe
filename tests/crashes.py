"""Writers that are killed, disks that are full, two writers at a time: the old file or the new one, byte for byte.

`python -m tests.crashes` runs everything and prints counts; the tests run a few rounds. Only where processes can fork.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import nacformats
from nacformats import NacBuilder, NacFile, StbFile
from nacformats.cli import main
from nacformats.files import TEMPORARY

#: Bytes of the files that are written: more than the system takes at once.
SIZE = 12 << 20
#: Signals come at any time up to this many times as long as an undisturbed write takes.
SPREAD = 1.2
#: Exit codes of the command: done, the disk is full, ended by SIGTERM.
DONE, FULL, ENDED = 0, 2, 128 + signal.SIGTERM


@dataclass
class Counts:
    """What came of the rounds of one kind.

    Attributes:
        files: how often the target had the old content, and the new one.
        left: how many temporary files were there when the writer was gone.
        removed: how many of these the next write removed.
        codes: exit codes of the writers; negative ones are signals.
        wrong: what must not be.
    """

    name: str
    rounds: int = 0
    files: Counter[str] = field(default_factory=Counter)
    left: int = 0
    removed: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        codes = ", ".join(f"{code}: {times}" for code, times in sorted(self.codes.items()))
        files = ", ".join(f"{times} {name}" for name, times in sorted(self.files.items()))
        temporaries = f"{self.left} temporary files left, {self.removed} of them removed by the next write"
        return f"{self.name}: {self.rounds} rounds; {files}; {temporaries}; exit codes {codes}; {len(self.wrong)} wrong"


def temporaries(folder: Path) -> list[Path]:
    """The temporary files in a folder."""
    return [path for path in folder.iterdir() if TEMPORARY.fullmatch(path.name)]


def forked(work: Callable[[], object]) -> int:
    """Do something in a child process that has everything imported; gives its id."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        work()
        code = DONE
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except OSError:
        code = FULL
    finally:
        os._exit(code)


def exit_code(child: int) -> int:
    """The exit code of a child, or the number of the signal that ended it, negative."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def stb(number: int, size: int = SIZE) -> StbFile:
    """A file with one tensor, all of whose elements are this number."""
    made = StbFile()
    made.add(np.full(size, number, np.int8), id=1)
    return made


def external(number: int) -> NacFile:
    """A file whose weights are in a file of their own."""
    builder = NacBuilder(external_weights=True)
    builder.output(builder.parameter(f"w{number}", np.full(SIZE // 4, number, np.float32)))
    return builder.build()


class Killing:
    """Rounds in which a writer is sent a signal at a random time.

    Args:
        name: of the rounds.
        targets: the files that are written, in the order in which they change.
        write: writes the old ones (1) or the new ones (2).
        number: the signal.
        chance: where the times come from.
    """

    def __init__(
        self,
        name: str,
        targets: list[Path],
        write: Callable[[int], object],
        number: signal.Signals,
        chance: random.Random,
    ) -> None:
        self.counts = Counts(f"{number.name} during {name}")
        self._targets = targets
        self._folder = targets[0].parent
        self._write = write
        self._number = number
        self._chance = chance
        self._contents = {}
        for label, which in (("new", 2), ("old", 1)):
            exit_code(forked(lambda which=which: write(which)))  # type: ignore[misc]
            self._contents[label] = [path.read_bytes() for path in targets]
        start = time.monotonic()
        exit_code(forked(lambda: write(2)))
        self._seconds = time.monotonic() - start

    def run(self, rounds: int) -> Counts:
        for _ in range(rounds):
            self._round()
        return self.counts

    def _round(self) -> None:
        for path, data in zip(self._targets, self._contents["old"], strict=True):
            path.write_bytes(data)
        child = forked(lambda: self._write(2))
        time.sleep(self._chance.uniform(0, SPREAD * self._seconds))
        with suppress(ProcessLookupError):
            os.kill(child, self._number)
        self.counts.codes[exit_code(child)] += 1
        self.counts.rounds += 1
        self._look()
        self._next_write()

    def _look(self) -> None:
        found = []
        for place, path in enumerate(self._targets):
            data = path.read_bytes()
            found += [name for name, contents in self._contents.items() if data == contents[place]] or ["half"]
        self.counts.files[" then ".join(found)] += 1
        if "half" in found or sorted(found) != found:  # "new" comes before "old"
            self.counts.wrong.append(f"the files are {found}")
        left = temporaries(self._folder)
        self.counts.left += len(left)
        if left and self._number != signal.SIGKILL:
            self.counts.wrong.append(f"{len(left)} temporary files are left")

    def _next_write(self) -> None:
        left = len(temporaries(self._folder))
        if not left:
            return
        nacformats.dump(stb(0, 1), self._folder / "next.stb")
        self.counts.removed += left - len(temporaries(self._folder))
        if temporaries(self._folder):
            self.counts.wrong.append("the next write leaves temporary files")


def kills(folder: Path, rounds: int, seed: int) -> Iterable[Counts]:
    """kill -9 of the library and of the command, SIGTERM of the command."""
    chance = random.Random(seed)
    target, pair = folder / "x.stb", folder / "x.nac"
    for number in (1, 2):
        nacformats.dump(stb(number), folder / f"source{number}.stb")

    def convert(number: int) -> None:
        main(["convert", "--force", str(folder / f"source{number}.stb"), str(target)], prog_name="nacformats")

    ways = [("dump", [target], lambda number: nacformats.dump(stb(number), target), signal.SIGKILL)]
    ways += [("convert", [target], convert, sent) for sent in (signal.SIGKILL, signal.SIGTERM)]
    two = [pair.with_suffix(".safetensors"), pair]
    ways += [("dump of two files", two, lambda number: nacformats.dump(external(number), pair), signal.SIGKILL)]
    for name, targets, write, sent in ways:
        yield Killing(name, targets, write, sent, chance).run(rounds)


def limited(folder: Path, steps: int) -> Counts:
    """A file system that takes so many bytes of a file and no more, for every so many."""
    import resource

    counts = Counts("files limited in size")
    target = folder / "limited.stb"
    nacformats.dump(stb(1), target)
    old, new = target.read_bytes(), nacformats.dumps(stb(2))
    for step in range(steps + 1):
        limit = len(new) * step // steps

        def write(limit: int = limit) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            nacformats.dump(stb(2), target)

        _judge(counts, target, exit_code(forked(write)), old, new)
    return counts


def full(folder: Path, steps: int) -> Counts:
    """Disks of many sizes that are too small, and of one that is not."""
    counts = Counts("full disks")
    disk = folder / "disk"
    disk.mkdir(exist_ok=True)
    target = disk / "x.stb"
    small = SIZE // 8
    old, new = nacformats.dumps(stb(1, small)), nacformats.dumps(stb(2, small))
    for step in range(steps + 1):
        size = len(old) + 2 * len(new) * step // steps // 2
        mounted = ["mount", "-t", "tmpfs", "-o", f"size={size + 4096}", "tmpfs", str(disk)]
        subprocess.run(mounted, check=True)
        try:
            target.write_bytes(old)
            code = exit_code(forked(lambda: nacformats.dump(stb(2, small), target)))
            _judge(counts, target, code, old, new)
        finally:
            subprocess.run(["umount", str(disk)], check=True)
    return counts


def _judge(counts: Counts, target: Path, code: int, old: bytes, new: bytes) -> None:
    counts.rounds += 1
    counts.codes[code] += 1
    found = {old: "old", new: "new"}.get(target.read_bytes(), "half")
    counts.files[found] += 1
    left = len(temporaries(target.parent))
    counts.left += left
    if (code, found) not in ((DONE, "new"), (FULL, "old")) or left:
        counts.wrong.append(f"exit code {code}, the file is {found}, {left} temporary files are left")
    target.write_bytes(old)


def writers(folder: Path, number: int, times: int) -> Counts:
    """Several writers of one file, one of which is killed again and again, and a reader."""
    counts = Counts(f"{number} writers at a time")
    target = folder / "shared.stb"
    contents = {nacformats.dumps(stb(each, SIZE // 8)): f"of writer {each}" for each in range(number + 1)}
    nacformats.dump(stb(0, SIZE // 8), target)

    def write(each: int) -> None:
        for _ in range(times):
            nacformats.dump(stb(each, SIZE // 8), target)

    children = {forked(lambda each=each: write(each)) for each in range(number)}  # type: ignore[misc]
    while children:
        victim = forked(lambda: write(number))
        time.sleep(0.02)
        counts.rounds += 1
        found = contents.get(target.read_bytes(), "half")
        counts.files[found] += 1
        if found == "half":
            counts.wrong.append("a reader found something else")
        os.kill(victim, signal.SIGKILL)
        exit_code(victim)
        for child in list(children):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                children.remove(child)
                counts.codes[os.waitstatus_to_exitcode(status)] += 1
    counts.left = len(temporaries(folder))
    nacformats.dump(stb(0, 1), target)
    counts.removed = counts.left - len(temporaries(folder))
    if counts.codes != Counter({DONE: number}) or counts.removed != counts.left:
        counts.wrong.append("a writer failed, or temporary files are left")
    return counts


def everything(folder: Path, rounds: int, seed: int, *, mount: bool) -> Iterable[Counts]:
    """All of it, with so many rounds of each kind."""
    yield from kills(folder, rounds, seed)
    yield limited(folder, rounds)
    if mount:
        yield full(folder, rounds)
    yield writers(folder, 4, max(rounds // 4, 2))


def campaign() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mount", action="store_true", help="fill disks of memory, too; on Linux, as root")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for counts in everything(Path(folder), options.rounds, options.seed, mount=options.mount):
            print(counts, flush=True)
            for line in counts.wrong[:10]:
                print(f"  {line}")
            wrong += len(counts.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(campaign())
