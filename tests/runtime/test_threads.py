"""The threads of a run follow the size of its work."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.runtime import threads
from tests.partners import partner


class Pool:
    """A library that notes which numbers of threads it is given."""

    def __init__(self) -> None:
        self.numbers = [4]

    def get_num_threads(self) -> int:
        return self.numbers[-1]

    def set_num_threads(self, number: int) -> None:
        self.numbers.append(number)


@pytest.mark.parametrize("engine", ["numpy", "torch"])
@pytest.mark.parametrize(("size", "set_numbers"), [(64, [1, 4]), (256, [1, 4, 1, 4])])
def test_small_products_take_one_thread_and_large_ones_as_many_as_usual(
    engine: str, size: int, set_numbers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    partner(engine)
    graph = nacformats.loads(f"mic@2\nT0 f32 {size} {size}\na x T0\nm 0 0\nO 1\n".encode(), format="mic2")
    x = np.ones((size, size), np.float32)
    with nacformats.Session(graph, engine=engine) as session:  # type: ignore[arg-type]
        pool = Pool()
        monkeypatch.setattr(threads, "_pools", lambda: [pool])
        for _ in range(4):  # later runs repeat earlier ones without looking at them
            pool.numbers = [4]
            assert session.run([x])[0][0, 0] == size
            assert pool.numbers == [4, *set_numbers]


def test_a_run_that_fails_gives_the_threads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool()
    monkeypatch.setattr(threads, "_pools", lambda: [pool])
    with pytest.raises(KeyError, match="4"), threads.one_thread(), threads.one_thread():
        threads.usual_threads(lambda: {}[pool.get_num_threads()])()
    assert pool.numbers.count(4) == 4
    assert pool.get_num_threads() == 4


def test_the_library_of_numpy_is_found() -> None:
    with threads.one_thread():
        assert all(pool.get_num_threads() == 1 for pool in threads._pools_of_numpy())


def test_threads_of_onnxruntime_sleep_while_they_have_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    onnxruntime, chosen = partner("onnxruntime"), []

    class Session(onnxruntime.InferenceSession):  # type: ignore[name-defined,misc]
        def __init__(self, model: bytes, options: Any, **others: Any) -> None:
            chosen.append(options.get_session_config_entry("session.intra_op.allow_spinning"))
            super().__init__(model, options, **others)

    monkeypatch.setattr(onnxruntime, "InferenceSession", Session)
    graph = nacformats.loads(b"mic@2\nT0 f32 4 4\na x T0\nm 0 0\nO 1\n", format="mic2")
    with nacformats.Session(graph, engine="onnxruntime") as session:
        session.run([np.ones((4, 4), np.float32)])
    assert chosen == ["0"]
