"""Cases by the thousand: one test for each module of kernels, which checks them all and names each that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from nacformats.ops.schemas import KERNELS

CaseT = TypeVar("CaseT")
#: So many failures are told in full.
_MOST_TOLD = 20


def by_module(cases: Iterable[CaseT], name: Callable[[CaseT], str] = str) -> dict[str, list[CaseT]]:
    """Group cases by the module of the kernel that `name` gives of each."""
    groups: dict[str, list[CaseT]] = {}
    for case in cases:
        module = KERNELS[name(case)].function.__module__
        groups.setdefault(module.partition(".kernels.")[2], []).append(case)
    return dict(sorted(groups.items()))


def check_all(cases: Iterable[CaseT], check: Callable[[CaseT], object]) -> None:
    """Check every case; if some fail, say which and why."""
    failed = []
    for case in cases:
        try:
            check(case)
        except Exception as error:  # noqa: BLE001  whatever a kernel does is told with the name of its case
            failed.append((case, error))
    if failed:
        told = "\n".join(f"{case}: {type(error).__name__}: {error}" for case, error in failed[:_MOST_TOLD])
        raise AssertionError(f"{len(failed)} failed:\n{told}") from failed[0][1]
