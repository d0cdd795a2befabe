"""What is checked for each file of a campaign, in one process."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from functools import partial

from nacformats.errors import FormatError
from tests.campaign import measure
from tests.campaign.counting import ACCEPTED, BROKEN, REFUSED, Broken, Extreme, Tally
from tests.campaign.files import GROUP, Case
from tests.campaign.javascript import JavaScript, Reply, has_parser
from tests.campaign.readers import JAVASCRIPT, compare_javascript, compare_readers, has_compiled, loops
from tests.contract import Read, read_under_contract
from tests.partners import reason

#: Of so many files, the memory of one is measured whatever it is.
MEASURED = 4 * GROUP
#: The formats with other spellings than the schema describes.
SPELLINGS = ("mic2",)


class Checker:
    """Checks files, one after the other.

    Args:
        javascript: the parsers for JavaScript, or None where they cannot be run.
    """

    def __init__(self, javascript: JavaScript | None) -> None:
        self._javascript = javascript
        self._compares = reason("ksc") is None
        self._high_water = measure.high_water()

    def check(self, cases: Sequence[Case]) -> Tally:
        """What becomes of some files."""
        tally = Tally()
        for case, reply in zip(cases, self._replies(cases), strict=True):
            try:
                verdict = self._verdict(case, reply, tally)
            except Exception:  # noqa: BLE001  whatever escapes is the result
                tally.broken.append(Broken(case.seed, traceback.format_exc()))
                verdict = BROKEN
            tally.verdicts[case.format, case.origin, verdict] += 1
        return tally

    def _replies(self, cases: Sequence[Case]) -> list[Reply | None]:
        if self._javascript is None:
            return [None] * len(cases)
        files = [(case.format, case.data) for case in cases if has_parser(case.format)]
        replies = iter(self._javascript.read(files))
        return [next(replies) if has_parser(case.format) else None for case in cases]

    def _verdict(self, case: Case, reply: Reply | None, tally: Tally) -> str:
        refusal = self._measured(case, tally)
        if not self._compares:
            return ACCEPTED if refusal is None else REFUSED
        expected, schema_refusal, readers = compare_readers(case.format, case.data, case.seed)
        for reader in readers:
            tally.compared[case.format, reader] += 1
        if reply is not None:
            compare_javascript(expected, reply)
            tally.compared[case.format, JAVASCRIPT] += 1
        if case.damaged is not None and schema_refusal is not None:
            tally.named[case.format, encloses(schema_refusal, case.damaged)] += 1
        if refusal is None and case.format not in SPELLINGS:
            assert schema_refusal is None, f"is loaded, and its schema refuses it: {schema_refusal}"
        return ACCEPTED if refusal is None else REFUSED

    def _measured(self, case: Case, tally: Tally) -> FormatError | None:
        """Why a file is refused; it is read under the contract, and under the limits of time and memory."""
        with loops(compiled=case.seed % 2 == 0 and has_compiled(case.format)):
            read = partial(read_under_contract, case.format, case.data)
            start = time.process_time()  # other programs may have a processor of their own, or not
            found: Read = read()
            seconds = time.process_time() - start
            if seconds > measure.MAX_SECONDS:
                seconds = measure.seconds_of(read)
                assert seconds <= measure.MAX_SECONDS, f"takes {seconds:.1f} s"
            tally.slowest = max(tally.slowest, _extreme(seconds, case))
            high = measure.high_water()
            if high > self._high_water + measure.GROWTH_BYTES or case.seed % MEASURED == 0:
                self._high_water = high
                taken = measure.peak_of(read)
                assert taken <= measure.allowed_bytes(len(case.data)), f"takes {taken:,} bytes of memory"
                tally.largest = max(tally.largest, _extreme(taken, case))
                tally.measured += 1
        return found.refusal


def _extreme(amount: float, case: Case) -> Extreme:
    return Extreme(amount, case.seed, case.format, len(case.data))


def encloses(refusal: FormatError, damaged: str) -> bool:
    """Whether the path that a refusal names is the damaged field or one around it."""
    path = refusal.path or ""
    return damaged == path or (damaged.startswith(path) and damaged[len(path) : len(path) + 1] in (".", "["))
