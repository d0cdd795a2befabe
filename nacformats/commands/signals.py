"""Being ended by a signal, without leaving temporary files behind."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: Signals that ask a program to end: those of them that the system has.
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
#: `timeout` sends its signal twice: within this many seconds, the second one does not disturb what the first began.
_CLEANING_SECONDS = 5.0


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within this block, a signal that would end the process raises SystemExit, with 128 plus its number.

    A signal that is ignored, or that somebody else handles, stays as it is.
    """
    if threading.current_thread() is not threading.main_thread():  # nobody else may set handlers
        yield
        return
    handled = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    ended = -_CLEANING_SECONDS

    def end(number: int, _frame: FrameType | None) -> None:
        nonlocal ended
        before, ended = ended, time.monotonic()
        if ended - before >= _CLEANING_SECONDS:
            raise SystemExit(128 + number)

    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)
