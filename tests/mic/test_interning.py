"""The string table of a canonical file, made from columns: the same as with a dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats.formats.mic import interning
from nacformats.formats.stored import Texts

TEXTS = st.lists(st.sampled_from(["", "a", "b", "ab", "\u00e9", "x" * 8, "x" * 9, "x" * 64, "x" * 65, "y" * 65]))


def by_dictionary(texts: list[str]) -> tuple[list[str], list[int]]:
    numbers: dict[str, int] = {}
    references = [numbers.setdefault(text, len(numbers)) for text in texts]
    return list(numbers), references


def interned(first: list[str], table: list[str], used: list[int]) -> tuple[list[str], list[int]]:
    known = Texts.joined([text.encode() for text in table])
    texts, references = interning.interned(first, known, np.array(used, np.int64))
    return list(texts), references.tolist()


@given(TEXTS, TEXTS, st.data())
def test_texts_in_the_order_of_first_use(first: list[str], table: list[str], data: st.DataObject) -> None:
    numbers = st.lists(st.integers(0, len(table) - 1)) if table else st.just([])
    used = data.draw(numbers)
    assert interned(first, table, used) == by_dictionary([*first, *(table[number] for number in used)])


def test_texts_that_only_look_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interning, "_fingerprints", lambda texts: np.zeros(len(texts.starts), np.uint64))
    table = ["a", "b", "a", "c", "b"]
    assert interned(["c", "d"], table, [4, 2, 0, 1, 3]) == by_dictionary(["c", "d", "b", "a", "a", "b", "c"])
