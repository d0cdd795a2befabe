"""Calls that cannot be interrupted, in a thread of their own, while the caller watches the clock and the memory.

Nothing stops a call of NumPy or PyTorch. What is given up here goes on in its thread until that call returns; then the
thread ends. It keeps no program from ending.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import Any, TypeVar

_Result = TypeVar("_Result")

#: Seconds between two looks at the clock and the memory: short at first, since most calls are.
_FIRST_LOOK, _LAST_LOOK = 0.002, 0.02

_abandoned: list[threading.Thread] = []


def still_running() -> bool:
    """Whether a call that was given up goes on in its thread."""
    _abandoned[:] = [thread for thread in _abandoned if thread.is_alive()]
    return bool(_abandoned)


def watched(call: Callable[[], _Result], look: Callable[[], None]) -> _Result:
    """The result of a call, made in another thread; `look` is called now and then, and gives it up by raising.

    The call sees the context variables of the caller, and what it raises is raised here.
    """
    outcome: dict[str, Any] = {}
    done = threading.Event()
    context = contextvars.copy_context()

    def work() -> None:
        try:
            outcome["result"] = context.run(call)
        except BaseException as error:  # noqa: BLE001  it is raised in the thread of the caller
            outcome["error"] = error
        finally:
            done.set()

    thread = threading.Thread(target=work, name="nacformats-run", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # there are no more threads
        return call()
    pause = _FIRST_LOOK
    try:
        while not done.wait(pause):
            look()
            pause = min(2 * pause, _LAST_LOOK)
    except BaseException:
        _abandoned.append(thread)
        raise
    if "error" in outcome:
        raise outcome["error"]
    result: _Result = outcome["result"]
    return result
