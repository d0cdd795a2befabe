"""Alignment of sequences, which programs are aligned by where structure does not tell."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from nacformats.comparing.alignment import aligned_places, longest_ascent


@pytest.mark.parametrize("seed", range(200))
def test_alignment_is_a_shortest_edit_of_small_sequences(seed: int) -> None:
    draw = random.Random(seed)
    first = [draw.randrange(5) for _ in range(draw.randrange(20))]
    second = list(first)
    for _ in range(draw.randrange(4)):
        if second and draw.random() < 0.5:
            del second[draw.randrange(len(second))]
        else:
            second.insert(draw.randrange(len(second) + 1), draw.randrange(7))
    found = aligned_places(np.array(first, np.int64), np.array(second, np.int64)).tolist()
    places = [place for place in found if place >= 0]
    assert places == sorted(set(places))
    assert all(place < len(second) for place in places)
    longest = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            longest[i + 1][j + 1] = longest[i][j] + 1 if one == other else max(longest[i][j + 1], longest[i + 1][j])
    equal = sum(first[place] == second[other] for place, other in enumerate(found) if other >= 0)
    assert equal >= longest[-1][-1] - 2  # anchors may cost a pair


@pytest.mark.sample("2", "1000")
@pytest.mark.parametrize("kinds", [2, 1000, 300_000])
def test_alignment_takes_bounded_time(kinds: int) -> None:
    draw = np.random.default_rng(kinds)
    first, second = draw.integers(0, kinds, 200_000), draw.integers(0, kinds, 200_000)
    start = time.process_time()
    aligned_places(first, second)
    assert time.process_time() - start < 30  # it takes one or two seconds


def test_the_longest_ascent() -> None:
    assert longest_ascent([]) == []
    assert longest_ascent([3, 0, 1, 2]) == [1, 2, 3]
    assert longest_ascent([0, 4, 1, 2, 3]) == [0, 2, 3, 4]
