"""Models through the whole compiler."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import nacformats

torch = pytest.importorskip("torch")


def test_the_width_that_a_configuration_says() -> None:
    model = torch.nn.Linear(4, 8).eval()
    for config, expected in (({}, 4), ({"n_embd": 12}, 12), ({"d_model": None, "hidden_size": 1 << 20}, 4)):
        model.config = type("Config", (), config)()
        assert nacformats.compile(model, (torch.zeros(1, 4),)).d_model == expected


def test_a_small_model_gives_what_pytorch_gives() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2)).eval()
    x = torch.randn(3, 4)
    data = nacformats.dumps(nacformats.compile(model, (x,)))
    with nacformats.Session(nacformats.loads(data)) as session:
        (found,) = session.run([x.numpy()])
    np.testing.assert_allclose(found, model(x).detach().numpy(), rtol=1e-4, atol=1e-5)
    assert not list(nacformats.validate(data))


def test_the_collector_rests_while_a_model_is_compiled() -> None:
    seen = []
    model = torch.nn.Linear(4, 8).eval()
    nacformats.compile(model, (torch.zeros(1, 4),), observer=lambda *_: seen.append(gc.isenabled()))
    with pytest.raises(TypeError):
        nacformats.compile(None)
    assert gc.isenabled()
    assert seen
    assert not any(seen)
