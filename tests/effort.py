"""How much random tests try: some of each kind in the normal run, many with `pytest --hypothesis-profile=many`."""

from __future__ import annotations

from hypothesis import settings

MANY = "many"


def effort(normal: int, many: int) -> int:
    """The number of trials of a loop, or of examples where the default of the profile does not fit."""
    return many if settings.get_current_profile_name() == MANY else normal
