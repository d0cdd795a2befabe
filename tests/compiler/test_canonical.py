"""Programs in the canonical set: the operators that have no decomposition, and equal results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import nacformats
from nacformats.cli import main
from nacformats.graph.graph import Operation
from nacformats.graph.of_nac import graph_of_nac
from nacformats.ops.table import canonical_operators, decomposed_operators, operators
from tests.partners import partner

torch: Any = partner("torch")


def _attention() -> Any:
    layer = torch.nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True, activation="gelu")
    return layer.eval(), (torch.randn(2, 5, 16),)


def _convolutions() -> Any:
    layers = (
        torch.nn.Conv2d(3, 8, 3, padding="same"),
        torch.nn.BatchNorm2d(8),
        torch.nn.Hardswish(),
        torch.nn.MaxPool2d(2),
        torch.nn.GroupNorm(2, 8),
        torch.nn.PixelShuffle(2),
        torch.nn.ReflectionPad2d(1),
        torch.nn.Flatten(),
        torch.nn.LazyLinear(4),
    )
    module = torch.nn.Sequential(*layers).eval()
    x = torch.randn(2, 3, 8, 8)
    module(x)
    return module, (x,)


class _Functions(torch.nn.Module):  # type: ignore[misc]
    """What sizes, types and several results are made of."""

    def forward(self, x: Any) -> Any:
        values, places = torch.max(x, 1)
        spread, middle = torch.std_mean(x, dim=(0, 2))
        parts = torch.chunk(x, 2, 1)
        soft = torch.nn.functional.cosine_similarity(parts[0], parts[1], dim=-1)
        return values * 2 - 1, places, spread / middle, soft, torch.atleast_3d(x.logsumexp((1, 2))), x.half() * 3 + 1


class _Unbatched(torch.nn.Module):  # type: ignore[misc]
    """Convolutions of one sample, which `aten.convolution` does not take, and an epsilon that the type decides."""

    def forward(self, x: Any, weight: Any) -> Any:
        functions = torch.nn.functional
        one, row, kernel = x[0], x[0, :, 0], weight[:, :, 0]
        convolved = functions.conv2d(one, weight, padding=1), functions.conv1d(row, kernel, padding="same")
        transposed = functions.conv_transpose2d(one, weight.transpose(0, 1)), functions.conv2d(x, weight)
        return *convolved, *transposed, functions.rms_norm(x.double() * 1e-6, (5,)), functions.rms_norm(x, (5,))


def _unbatched() -> Any:
    return _Unbatched(), (torch.randn(2, 3, 5, 5), torch.randn(2, 3, 3, 3))


MODELS = {
    "attention": _attention,
    "convolutions": _convolutions,
    "functions": lambda: (_Functions(), _sizes()),
    "unbatched": _unbatched,
}


def _sizes() -> Any:
    return (torch.randn(3, 4, 5),)


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("dynamic", [False, True], ids=["fixed", "dynamic"])
@pytest.mark.parametrize("name", MODELS)
def test_programs_of_the_canonical_set_give_the_same(name: str, *, dynamic: bool) -> None:
    torch.manual_seed(0)
    module, inputs = MODELS[name]()
    with torch.no_grad():
        shapes = ({0: torch.export.Dim.DYNAMIC},) + (None,) * (len(inputs) - 1) if dynamic else None
        file = nacformats.compile(
            module, inputs, dynamic_shapes=shapes, options=nacformats.CompileOptions(canonical="core")
        )
        expected = module(*inputs)
    names = [value.operator for value in graph_of_nac(file).every(Operation)]
    assert decomposed_operators().isdisjoint(names)
    for engine in ("numpy", "torch"):
        with nacformats.Session(file, engine=engine) as session:
            found = session.run([each.numpy() for each in inputs])
        for one, other in zip(found, expected if isinstance(expected, tuple) else (expected,), strict=True):
            assert one.dtype == other.numpy().dtype
            np.testing.assert_allclose(one, other.numpy(), rtol=2e-3 if one.dtype == np.float16 else 1e-4, atol=1e-5)


def test_the_canonical_set_is_small() -> None:
    """Every operator of inference is canonical or lowered to such, and these are few."""
    assert len(canonical_operators()) < 250
    assert not canonical_operators() & decomposed_operators()
    assert set(operators()) >= canonical_operators() | decomposed_operators()


def test_inspect_says_it(tmp_path: Path) -> None:
    """A file that keeps to the set, and one that does not, with what is outside."""
    module = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Hardswish()).eval()
    told = []
    for options in (nacformats.CompileOptions(), nacformats.CompileOptions(canonical="core")):
        nacformats.dump(nacformats.compile(module, (torch.ones(2, 3),), options=options), tmp_path / "x.nac")
        result = CliRunner().invoke(main, ["inspect", str(tmp_path / "x.nac")])
        told += [line.strip() for line in result.stdout.splitlines() if line.strip().startswith("canonical:")]
    assert told == ["canonical: no: aten.hardswish.default, aten.linear.default", "canonical: yes"]


def test_the_command_lowers(tmp_path: Path) -> None:
    program = torch.export.export(torch.nn.Hardswish(), (torch.ones(2, 3),))
    torch.export.save(program, tmp_path / "x.pt2")
    given = ["compile", str(tmp_path / "x.pt2"), str(tmp_path / "x.nac"), "--canonical", "core"]
    assert CliRunner().invoke(main, given).exit_code == 0
    names = [value.operator for value in graph_of_nac(nacformats.load(tmp_path / "x.nac")).every(Operation)]
    assert names
    assert decomposed_operators().isdisjoint(names)


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(ValueError, match="no canonical set 'small'"):
        nacformats.compile(torch.nn.ReLU(), (torch.ones(1),), options=nacformats.CompileOptions(canonical="small"))  # type: ignore[arg-type]
