"""The threads of the libraries that compute: one, but as many as usual where the work is worth waiting for others.

A product that takes microseconds waits milliseconds for its other threads on a machine that is busy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from nacformats import limits

_Result = TypeVar("_Result")

#: Whatever has get_num_threads and set_num_threads besides the libraries of NumPy; an engine adds its own.
FURTHER_POOLS: list[Any] = []
_lock = threading.Lock()
_runs = 0
_usual: list[int] = []


@cache
def _pools_of_numpy() -> list[Any]:
    from threadpoolctl import ThreadpoolController  # noqa: PLC0415  it looks at every library that is loaded

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)


def _pools() -> list[Any]:
    return [*_pools_of_numpy(), *FURTHER_POOLS]


def _set(numbers: list[int]) -> None:
    for pool, number in zip(_pools(), numbers, strict=False):
        pool.set_num_threads(number)


@contextmanager
def one_thread() -> Iterator[None]:
    """Within this block, products take one thread, but for those in `usual_threads`. Blocks may be in many threads."""
    global _runs, _usual  # noqa: PLW0603  the libraries have one number for the whole process
    with _lock:
        known = _usual if _runs else []
        _usual = [*known, *(pool.get_num_threads() for pool in _pools()[len(known) :])]
        _runs += 1
    _set([1] * len(_usual))
    try:
        yield
    finally:
        with _lock:
            _runs -= 1
        _set(_usual)


def usual_threads(function: Callable[..., _Result]) -> Callable[..., _Result]:
    """Return a function that takes as many threads as usual, in the blocks of `one_thread` too."""

    def called(*arguments: Any) -> _Result:
        _set(_usual)
        try:
            return function(*arguments)
        finally:
            if _runs:
                _set([1] * len(_usual))

    return called


def is_worth_threads(work: int) -> bool:
    """True if so many multiply-adds take longer than threads that have to wait for each other."""
    return work >= limits.THREADED_WORK
