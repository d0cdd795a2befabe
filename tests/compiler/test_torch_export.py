"""What the PyTorch front end makes of modules: nothing of a model is lost, and what cannot be expressed is named."""

from __future__ import annotations

import warnings
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.graph.graph import Graph, Input, Operation, Weight
from tests.partners import partner

torch = partner("torch")
from torch.nn import functional as F  # noqa: N812  as everywhere

from nacformats.compiler.frontends.torch_export.reading import graph_of_exported_file, graph_of_module

Pair = namedtuple("Pair", "left right")


def module(forward: Any, **members: Any) -> Any:
    """A module with a forward of its own and some members."""
    made = type("Made", (torch.nn.Module,), {"forward": forward})()
    for name, member in members.items():
        setattr(made, name, member)
    return made.eval()


def leaves(tree: Any) -> list[Any]:
    return [leaf for leaf in torch.utils._pytree.tree_leaves(tree) if leaf is not None]


def check(model: Any, *args: Any, dynamic_shapes: Any = None, **kwargs: Any) -> Graph:
    """The graph of a model, after it has given what the model gives."""
    graph = graph_of_module(model, args, kwargs, dynamic_shapes=dynamic_shapes)
    tensors = [leaf for leaf in leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
    found = nacformats.Session(graph).run([tensor.clone().numpy() for tensor in tensors])
    expected = leaves(model(*args, **kwargs))
    assert len(found) == len(expected) == len(graph.output_names)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, torch.as_tensor(other).detach().numpy(), rtol=1e-4, atol=1e-5)
    return graph


def names(graph: Graph) -> list[str]:
    return [value.name for value in graph.every(Input) if not value.lifted]


def test_parameters_buffers_and_constants() -> None:
    def forward(self: Any, x: Any) -> Any:
        return self.linear(x) * self.kept + self.hidden - torch.tensor([1.0, 2.0, 3.0])

    model = module(forward, linear=torch.nn.Linear(3, 3))
    model.register_buffer("kept", torch.rand(3))
    model.register_buffer("hidden", torch.rand(3), persistent=False)
    graph = check(model, torch.rand(2, 3))
    weights = [weight.name for weight in graph.every(Weight)]
    assert {"linear.weight", "linear.bias", "kept", "hidden"} < set(weights)
    assert len(weights) == 5


def test_weights_share_the_memory_of_the_model() -> None:
    linear = torch.nn.Linear(3, 3)
    weight = next(graph_of_module(linear, (torch.rand(1, 3),)).every(Weight))
    assert weight.load is not None
    assert np.shares_memory(weight.load(), linear.weight.detach().numpy())


def test_tied_weights_are_stored_once() -> None:
    embedding, head = torch.nn.Embedding(7, 4), torch.nn.Linear(4, 7, bias=False)
    head.weight = embedding.weight
    model = torch.nn.Sequential(embedding, head)
    graph = check(model, torch.tensor([[1, 2, 6]]))
    assert [weight.name for weight in graph.every(Weight)] == ["0.weight"]


def test_inputs_and_outputs_are_named_by_path() -> None:
    def forward(self: Any, x: Any, past: Any, *rest: Any, scale: Any) -> Any:
        return {"logits": x * scale["by"][0], "past": [Pair(past[0] + 1, past[1] + 2)], "rest": rest[0] - 1}

    tensor = torch.ones(2)
    graph = check(module(forward), tensor, (tensor, tensor), tensor, scale={"by": [tensor]})
    assert names(graph) == ["x", "past.0", "past.1", "rest_0", "scale.by.0"]
    assert graph.output_names == ("logits", "past.0.left", "past.0.right", "rest")


def test_a_bare_tensor_and_a_tuple_are_named_output() -> None:
    assert check(module(lambda self, x: x + 1), torch.ones(2)).output_names == ("output",)
    assert check(module(lambda self, x: (x + 1, x)), torch.ones(2)).output_names == ("output.0", "output.1")


def test_outputs_that_are_inputs_constants_none_or_one_value_twice() -> None:
    def forward(self: Any, x: Any) -> Any:
        y = x + 1
        return y, x, 5, None, 2.5, True, y

    graph = check(module(forward), torch.ones(2))
    assert graph.output_names == tuple(f"output.{place}" for place in (0, 1, 2, 4, 5, 6))
    lifted = [value.default for value in graph.every(Input) if value.lifted]
    assert [(type(value), value) for value in lifted] == [(int, 5), (float, 2.5), (bool, True)]
    assert graph.outputs[0] == graph.outputs[-1]


def test_unused_inputs_stay_and_fixed_numbers_go() -> None:
    def forward(self: Any, unused: Any, x: Any, times: int, missing: Any = None) -> Any:
        return x * times

    graph = check(module(forward), torch.ones(1), torch.ones(2), 3)
    assert names(graph) == ["unused", "x"]


def test_changes_in_place_and_regions_disappear() -> None:
    def forward(self: Any, x: Any) -> Any:
        with torch.no_grad():
            y = self.linear(x).clone()
        y[:, 0].add_(1)
        y[:, 1] = 0
        y.mul_(2).clamp_(max=3)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            z = self.linear(y)
        return y, z.float()

    graph = check(module(forward, linear=torch.nn.Linear(3, 3)), torch.rand(2, 3))
    assert not [value.operator for value in graph.every(Operation) if value.operator.split(".")[1].endswith("_")]


def test_a_functional_model_is_not_traced_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> None:
        raise AssertionError("traced")

    monkeypatch.setattr(torch.export.ExportedProgram, "run_decompositions", forbidden)
    check(torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3), torch.nn.ReLU()).eval(), torch.rand(2, 3))
    with pytest.raises(UnsupportedError, match="cannot make the model functional: traced"):
        graph_of_module(module(lambda self, x: x.clone().relu_()), (torch.rand(2),))


def test_a_changed_buffer_is_a_parameter_and_a_warning_names_it() -> None:
    def forward(self: Any, x: Any) -> Any:
        self.count.add_(1)
        return x + self.count

    model = module(forward)
    model.register_buffer("count", torch.zeros(1))
    with pytest.warns(UserWarning, match=r"changes its buffers count"):
        graph = graph_of_module(model, (torch.ones(2),))
    session = nacformats.Session(graph)
    for _ in range(2):
        assert session.run([np.ones(2, np.float32)])[0].tolist() == [2, 2]


def own_scale() -> Any:
    return module(lambda self, x: x * torch.tensor(2.0 if self.training else 3.0))


@pytest.mark.parametrize(
    "layer",
    [
        pytest.param(torch.nn.Dropout, id="dropout"),
        pytest.param(lambda: torch.nn.BatchNorm1d(4), id="statistics"),
        pytest.param(torch.nn.RReLU, id="slopes"),
        pytest.param(own_scale, id="constant"),
    ],
)
def test_a_model_in_training_mode_is_refused(layer: Any) -> None:
    x = torch.randn(6, 4)
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), layer()).train()
    with pytest.raises(UnsupportedError, match=r"the model is in training mode.*eval\(\)"):
        graph_of_module(model, (x,))
    assert all(each.training for each in model.modules())
    model.eval()[1].train()
    with pytest.raises(UnsupportedError, match=r"module 1 of the model is in training mode"):
        graph_of_module(model, (x,))
    check(model.eval(), x)


def test_a_training_mode_that_changes_nothing_is_no_error() -> None:
    x = torch.randn(6, 4)
    check(torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.0), torch.nn.ReLU()), x)
    check(torch.nn.BatchNorm1d(4, track_running_stats=False), x)
    graph_of_module(torch.nn.LSTM(4, 3, 2), (x,))

    check(module(lambda self, x: x * torch.tensor([float("nan"), 1, 2, 3])).train(), x)


def test_names_of_results_that_training_changes_are_a_difference() -> None:
    def forward(self: Any, x: Any) -> Any:
        return {"a": x, "b": x + 1} if self.training else {"b": x, "a": x + 1}

    with pytest.raises(UnsupportedError, match="the model is in training mode"):
        graph_of_module(module(forward).train(), (torch.randn(6, 4),))


def test_a_program_exported_in_training_mode_is_refused() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout())
    with pytest.raises(UnsupportedError, match=r"drops at random in 1 .*eval\(\)"):
        graph_of_module(torch.export.export(model, (torch.randn(6, 4),)))


@pytest.mark.parametrize(
    "forward",
    [
        pytest.param(lambda self, x: F.scaled_dot_product_attention(x, x, x, dropout_p=0.25), id="attention"),
        pytest.param(lambda self, x: F.dropout(x, 0.25), id="function"),
    ],
)
def test_what_drops_in_any_mode_is_refused(forward: Any) -> None:
    with pytest.raises(UnsupportedError, match=r"drops at random in .*self\.training"):
        graph_of_module(module(forward), (torch.randn(2, 6, 4),))


def test_vmap_is_what_it_is_made_of() -> None:
    check(module(lambda self, x: torch.vmap(torch.linalg.norm)(x)), torch.randn(4, 3))
    nested = torch.vmap(lambda a: torch.vmap(lambda b: (a * b).clone().add_(1).sum())(torch.ones(2, 3)))
    check(module(lambda self, x: nested(x)), torch.randn(4, 3))


def energy(self: Any, x: Any) -> Any:
    return self.layer(x).tanh().sum()


@pytest.mark.sample(each=5)
@pytest.mark.parametrize(
    "forward",
    [
        pytest.param(lambda self, x: torch.vmap(lambda a: a.outer(a), out_dims=-1)(x), id="out_dims"),
        pytest.param(lambda self, x: torch.vmap(torch.dot, in_dims=(0, 1))(x, x.T), id="in_dims"),
        pytest.param(lambda self, x: torch.vmap(self.layer, in_dims=0, out_dims=1, chunk_size=2)(x), id="chunks"),
        pytest.param(lambda self, x: torch.func.grad(lambda a: energy(self, a))(x), id="grad"),
        pytest.param(lambda self, x: torch.vmap(torch.func.grad(lambda a: energy(self, a)))(x), id="rows"),
        pytest.param(lambda self, x: torch.func.jacrev(self.layer)(x), id="jacrev"),
        pytest.param(lambda self, x: torch.func.jacfwd(torch.sin)(x), id="jacfwd"),
        pytest.param(lambda self, x: torch.func.hessian(lambda a: energy(self, a))(x), id="hessian"),
        pytest.param(lambda self, x: torch.func.jvp(torch.sin, (x,), (x,))[1], id="jvp"),
        pytest.param(lambda self, x: torch.func.grad(lambda a: a.unfold(1, 2, 1).pow(2).sum())(x), id="unfold"),
    ],
)
def test_transforms_are_what_they_are_made_of(forward: Any) -> None:
    check(module(forward, layer=torch.nn.Linear(4, 4).requires_grad_(False)), torch.randn(3, 4))


def test_results_of_a_trace_that_have_no_elements_are_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"torch\.func\.grad, not with torch\.autograd"):
        graph_of_module(module(lambda self, x: torch.func.linearize(torch.sin, x)[1](x)), (torch.randn(3, 4),))


def test_istft_of_a_batch() -> None:
    window = torch.hann_window(16)

    def forward(self: Any, x: Any) -> Any:
        spectrum = torch.stft(x, 16, hop_length=4, window=window, return_complex=True)
        return torch.istft(spectrum, 16, hop_length=4, window=window)

    check(module(forward), torch.randn(2, 64))


@pytest.mark.parametrize(("size", "hint"), [(1, "give an example with 2"), (4, "the model fixes")])
def test_sizes_that_the_export_fixes_are_named(size: int, hint: str) -> None:
    model, batch = module(lambda self, x: x.reshape(size, 3)), torch.export.Dim("batch")
    with pytest.raises(
        UnsupportedError, match=rf"marked batch as dynamic.*constant \({size}\).*batch = {size} .*{hint}"
    ):
        graph_of_module(model, (torch.ones(size, 3),), dynamic_shapes=({0: batch},))


def test_a_changed_input_is_named_in_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"changes its inputs x"):
        graph = graph_of_module(module(lambda self, x: x.add_(1) * 2), (torch.ones(2),))
    assert nacformats.Session(graph).run([np.ones(2, np.float32)])[0].tolist() == [4, 4]


def test_containers_that_compute_when_they_are_made() -> None:
    class Cache:
        def __init__(self, items: Any) -> None:
            self.items = [torch.cat([torch.tensor([]), item]) for item in items]

    pytree = torch.utils._pytree
    pytree.register_pytree_node(
        Cache,
        lambda cache: (cache.items, None),
        lambda items, _: Cache(items),
        serialized_type_name="nactest.Cache",
        flatten_with_keys_fn=lambda cache: ([(pytree.SequenceKey(i), x) for i, x in enumerate(cache.items)], None),
    )

    def forward(self: Any, x: Any, cache: Any) -> Any:
        return {"x": x.clone().add_(1), "cache": Cache([x, *cache.items])}

    x, cache = torch.ones(2), Cache([torch.ones(3)])
    graph = graph_of_module(module(forward), (x, cache))
    assert names(graph) == ["x", "cache.0"]
    assert graph.output_names == ("x", "cache.0", "cache.1")
    found = nacformats.Session(graph).run([np.ones(2, np.float32), np.full(3, 5, np.float32)])
    assert [each.tolist() for each in found] == [[2, 2], [1, 1], [5, 5, 5]]


def test_dynamic_sizes_are_symbols() -> None:
    batch = torch.export.Dim("batch", min=2)

    def forward(self: Any, x: Any) -> Any:
        return x.reshape(x.shape[0] * 2, -1), x.shape[0]

    graph = check(module(forward), torch.rand(3, 4), dynamic_shapes={"x": {0: batch}})
    (x,) = graph.every(Input)
    assert x.type.shape is not None
    assert isinstance(x.type.shape[0], str)
    assert x.type.shape[1] == 4
    assert [output.shape for output in nacformats.Session(graph).run([np.ones((5, 4), np.float32)])] == [(10, 2), ()]


def test_dynamic_sizes_have_the_names_of_their_dims() -> None:
    def forward(self: Any, x: Any, past: Any, mask: Any) -> Any:
        return torch.cat([past["k"][0], x], 1).sum(-1) * mask.sum()

    batch, past = torch.export.Dim("batch"), torch.export.Dim("past")
    graph = check(
        module(forward),
        torch.rand(3, 2, 4),
        {"k": [torch.rand(3, 5, 4)]},
        mask=torch.rand(6),
        dynamic_shapes={"x": {0: batch}, "past": {"k": [{0: batch, 1: past}]}, "mask": {0: torch.export.Dim.DYNAMIC}},
    )
    x, k, mask = (value.type.shape for value in graph.every(Input))
    assert (x, k) == (("batch", 2, 4), ("batch", "past", 4))
    assert mask is not None
    assert str(mask[0]).startswith("s")
    shape = graph.values[graph.outputs[0].index].type.shape
    assert shape is not None
    assert (shape[0], "past" in str(shape[1])) == ("batch", True)


def test_dynamic_sizes_of_keyword_arguments_of_a_model_with_changes_in_place() -> None:
    def forward(self: Any, x: Any, *, mask: Any) -> Any:
        return x.clone().masked_fill_(mask == 0, 0.5)

    length = torch.export.Dim("length", min=2)
    check(
        module(forward),
        torch.rand(3),
        mask=torch.tensor([0, 1, 1]),
        dynamic_shapes={"x": {0: length}, "mask": {0: length}},
    )


def test_a_number_that_varies_is_an_input() -> None:
    model = module(lambda self, x, n: torch.ones(n, 2) * x)
    graph = graph_of_module(model, (torch.ones(2), 3), dynamic_shapes=(None, torch.export.Dim.DYNAMIC))
    assert names(graph) == ["x", "n"]
    assert nacformats.Session(graph).run([np.ones(2, np.float32), np.asarray(7)])[0].shape == (7, 2)


def test_assertions_are_dropped() -> None:
    def forward(self: Any, x: Any) -> Any:
        torch._check(x.shape[0] > 1)
        return x.to(torch.float64)

    dynamic = {"x": {0: torch.export.Dim("n", min=2, max=9)}}
    graph = check(module(forward), torch.rand(3), dynamic_shapes=dynamic)
    assert len(list(graph.every(Operation))) == 1


def test_recurrent_layers_stay_whole() -> None:
    graph = check(module(lambda self, x: self.lstm(x), lstm=torch.nn.LSTM(3, 4)), torch.rand(2, 1, 3))
    assert "aten.lstm.input" in [value.operator for value in graph.every(Operation)]


def test_bfloat16_weights() -> None:
    graph = graph_of_module(torch.nn.Linear(3, 3).bfloat16(), (torch.ones(1, 3).bfloat16(),))
    weight = next(graph.every(Weight))
    assert weight.load is not None
    assert str(weight.load().dtype) == str(weight.type.dtype) == "bfloat16"


def test_the_default_type_of_the_export_is_kept() -> None:
    torch.set_default_dtype(torch.float64)
    try:
        graph = graph_of_module(module(lambda self, x: x * torch.full((2,), 0.1)), (torch.ones(2),))
    finally:
        torch.set_default_dtype(torch.float32)
    (found,) = nacformats.Session(graph).run([np.ones(2)])
    assert found.tolist() == [0.1, 0.1]


def test_what_no_kernel_computes_is_decomposed() -> None:
    graph = check(module(lambda self, x: torch.addcdiv(torch.special.entr(x), x, x + 1)), torch.rand(4))
    operators = [value.operator for value in graph.every(Operation)]
    assert "aten.addcdiv.default" in operators
    assert "aten.special_entr.default" not in operators


def test_everything_that_cannot_be_expressed_is_in_one_error() -> None:
    def forward(self: Any, x: Any) -> Any:
        y = torch.special.bessel_j0(x) + torch.special.bessel_j1(x)
        return torch.cond(y.sum() > 0, lambda y: y + 1, lambda y: y - 1, (y,))

    with pytest.raises(UnsupportedError) as caught:
        graph_of_module(torch.nn.Sequential(module(forward)), (torch.rand(4),))
    for part in ("3 operations", "special_bessel_j0", "special_bessel_j1", "cond", "in 0 (test_torch_export.py:"):
        assert part in str(caught.value)


def test_custom_operations_stay_as_they_are() -> None:
    @torch.library.custom_op("nactest::twice", mutates_args=())
    def twice(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    twice.register_fake(torch.empty_like)
    graph = graph_of_module(module(lambda self, x: twice(x) + 1), (torch.ones(2),))
    assert "nactest.twice.default" in [value.operator for value in graph.every(Operation)]


def test_a_model_that_cannot_be_exported(capfd: pytest.CaptureFixture[str]) -> None:
    model = module(lambda self, x: x + 1 if x.sum() > 0 else x)
    with pytest.raises(UnsupportedError, match=r"torch\.export refuses the model.*depends on the values"):
        graph_of_module(model, (torch.ones(2),))
    assert capfd.readouterr() == ("", "")


def test_misuse() -> None:
    model = torch.nn.Linear(2, 2)
    with pytest.raises(TypeError, match=r"do not fit Linear\.forward"):
        graph_of_module(model, ())
    with pytest.raises(TypeError, match="got str"):
        graph_of_module("model", ())
    with pytest.raises(ValueError, match="exported already"):
        graph_of_module(torch.export.export(model, (torch.ones(2),)), (torch.ones(2),))


def test_weights_without_elements() -> None:
    model = torch.nn.Linear(2, 2, device="meta")
    graph = graph_of_module(model, (torch.ones(1, 2, device="meta"),))
    with pytest.raises(UnsupportedError, match="tensor 'weight' of the model has no elements"):
        [weight.load() for weight in graph.every(Weight) if weight.load]


def test_exported_files(tmp_path: Path) -> None:
    model = torch.nn.Linear(2, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.export.save(torch.export.export(model, (torch.ones(1, 2),)), tmp_path / "model.pt2")
        graph = graph_of_exported_file(tmp_path / "model.pt2")
    (found,) = nacformats.Session(graph).run([np.ones((1, 2), np.float32)])
    np.testing.assert_allclose(found, model(torch.ones(1, 2)).detach().numpy(), rtol=1e-5)
    (tmp_path / "other.pt2").write_bytes(b"no model")
    with pytest.raises(InvalidError, match="cannot be read"):
        graph_of_exported_file(tmp_path / "other.pt2")
    with pytest.raises(FileNotFoundError):
        graph_of_exported_file(tmp_path / "missing.pt2")
