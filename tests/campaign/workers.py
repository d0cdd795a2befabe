"""The processes of a campaign: each checks groups of files; one that dies or hangs does not end the campaign."""

from __future__ import annotations

import faulthandler
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice

from tests.campaign import javascript, measure
from tests.campaign.checking import Checker
from tests.campaign.counting import BROKEN, Broken, Tally
from tests.campaign.files import GROUP, Files, Original

#: A process that works on one group for so many seconds is taken to hang, and ended.
HANG_SECONDS = 120
#: How many groups wait for each process.
WAITING = 4

_state: dict[str, object] = {}


def _start(originals: Sequence[Original], *, with_javascript: bool) -> None:
    reader = javascript.JavaScript() if with_javascript else None  # before the limit, which Node.js could not bear
    measure.limit_memory()
    _state["files"], _state["checker"] = Files(originals), Checker(reader)


def _check(seeds: Sequence[int]) -> Tally:
    """Check the files of some seeds; of one group, if time matters."""
    files, checker = _state["files"], _state["checker"]
    assert isinstance(files, Files)
    assert isinstance(checker, Checker)
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True, file=sys.__stderr__)
    try:
        return checker.check(list(files.cases(seeds)))
    finally:
        faulthandler.cancel_dump_traceback_later()


class Campaign:
    """Runs a campaign on several processes.

    Args:
        originals: the files of examples and corpora.
        processes: how many.
        with_javascript: whether the JavaScript parsers are run.
        check: what a process does with the files of some seeds.
    """

    def __init__(
        self,
        originals: Sequence[Original],
        *,
        processes: int,
        with_javascript: bool,
        check: Callable[[Sequence[int]], Tally] = _check,
    ) -> None:
        self._check = check
        self._originals = originals
        self._processes = processes
        self._with_javascript = with_javascript
        self._files = Files(originals)

    def run(self, seeds: range) -> Iterator[Tally]:
        """What becomes of the files of some seeds, a group at a time, in no order."""
        groups = (seeds[first : first + GROUP] for first in range(0, len(seeds), GROUP))
        while lost := (yield from self._run(groups)):
            for group in lost:
                yield from self._run_alone(group)

    def _run(self, groups: Iterator[range]) -> Generator[Tally, None, list[range]]:
        """Check groups until there are no more or a process dies; gives the groups that were being checked then."""
        with self._pool(self._processes) as pool:
            waiting: dict[Future[Tally], range] = {}
            while True:
                for group in islice(groups, WAITING * self._processes - len(waiting)):
                    waiting[pool.submit(self._check, group)] = group
                if not waiting:
                    return []
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    try:
                        yield future.result()
                    except BrokenProcessPool:
                        return list(waiting.values())
                    del waiting[future]

    def _run_alone(self, seeds: range) -> Iterator[Tally]:
        """Check files of which one ended a process: half of them at a time, until it is known which one."""
        with self._pool(1) as pool:
            try:
                yield pool.submit(self._check, seeds).result()
                return
            except BrokenProcessPool:
                pass
        if len(seeds) == 1:
            yield self._died(seeds[0])
            return
        middle = len(seeds) // 2
        for part in (seeds[:middle], seeds[middle:]):
            yield from self._run_alone(part)

    def _died(self, seed: int) -> Tally:
        case = self._files.case(seed)
        verdicts = Counter({(case.format, case.origin, BROKEN): 1})
        return Tally(verdicts, broken=[Broken(seed, "the process died or had to be ended")])

    def _pool(self, processes: int) -> ProcessPoolExecutor:
        start = partial(_start, self._originals, with_javascript=self._with_javascript)
        return ProcessPoolExecutor(processes, initializer=start)
