"""Training programs of the public compiler: a step is that of PyTorch, or it is refused by name."""

from __future__ import annotations

import copy
import functools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.partners import partner

torch = partner("torch")

from nacformats import FormatError, InvalidError, LimitError
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, Saved, TrainingProgram, Update, Weight
from nacformats.restoring import training
from nacformats.restoring.training import matching, restore_training
from nacformats.restoring.training.operations import restore_operations
from tests.training.models import CASES, Tensors, Unused
from tests.training.public_compiler import compiled
from tests.training.stepping import Arrays, expected, gradients

#: What does not follow from the programs -> what the error names.
REFUSED = {"conv_upsampled_bicubic": "operand 1 of nac.mul", "mlp_medians_mse": "the compiler wrote a target instead"}


#: What reaches each line that the others reach, and has each operation that they have.
SAMPLE = [
    "attention_of_one_head_with_mask_of_floats",
    "conv1d",
    "conv1d_upsampled_nearest",
    "conv3d_average_pool",
    "conv3d_max_pool",
    "conv_adaptive_pool",
    "conv_batch_norm",
    "conv_batch_norm_twice",
    "conv_global_max_pool_mse",
    "conv_group_norm",
    "conv_grouped",
    "conv_instance_norm_tracking",
    "conv_padded",
    "conv_prelu",
    "conv_reflected",
    "conv_replicated",
    "conv_shuffled",
    "double_lenet",
    "double_mlp_sum",
    "encoder_causal",
    "encoder_masked",
    "exchanged_rms_norm",
    "frozen_all_but_biases",
    "frozen_factor_b",
    "gpt_sdpa_two_layers",
    "mlp_asinh",
    "mlp_clamp",
    "mlp_cos",
    "mlp_cosh",
    "mlp_cumulated",
    "mlp_erf",
    "mlp_half_used_twice",
    "mlp_halves_multiplied",
    "mlp_hardsigmoid",
    "mlp_hardswish",
    "mlp_itself_thrice",
    "mlp_leaky_relu",
    "mlp_logsigmoid",
    "mlp_mish",
    "mlp_normalized",
    "mlp_relu6",
    "mlp_repeated",
    "mlp_rolled",
    "mlp_selu",
    "mlp_sin",
    "mlp_sinh",
    "mlp_softplus",
    "mlp_sum_of_itself_and_more",
    "normalized_weight",
    "own_parameters_sequence",
    "product_mm",
    "pytorch_encoder_layer_norm_first",
    "pytorch_encoder_two_layers",
    "pytorch_encoder_two_layers_norm_first",
    "residual_shared",
    "resnet_block",
    "segmentation",
    "sequence_standardized",
    "squeeze_excite",
    "two_inputs_stack",
    "unet_nearest",
]


def made(name: str) -> tuple[Any, ...]:
    torch.manual_seed(0)
    return CASES[name]()


@functools.cache
def _compiled_once(name: str) -> tuple[TrainingProgram, Graph]:
    return compiled(*made(name))


def programs(name: str) -> tuple[TrainingProgram, Graph]:
    """Both programs of a model, for the caller to change."""
    return copy.deepcopy(_compiled_once(name))


def assert_equal(found: Arrays, wanted: Arrays) -> None:
    """Gradients that are 0 but for rounding, such as that of the bias of keys, are small beside all others."""
    assert found.keys() == wanted.keys()
    largest = max(abs(array).max() for array in wanted.values())
    for name, array in wanted.items():
        atol = 1e-5 * abs(array).max() + 1e-7 * largest
        np.testing.assert_allclose(found[name], array, rtol=1e-5, atol=atol, err_msg=name)


@pytest.mark.sample(*SAMPLE[::12])
@pytest.mark.parametrize("name", sorted(CASES.keys() - REFUSED.keys()))
def test_a_step_is_that_of_pytorch(name: str) -> None:
    model, inputs, target, kind = made(name)
    assert_equal(gradients(*programs(name), inputs, target), expected(model, inputs, target, kind))


@pytest.mark.sample("mlp", "encoder_sdpa")
@pytest.mark.parametrize("name", ["mlp", "lenet", "gpt_masked", "encoder_sdpa", "conv_batch_norm_twice"])
def test_on_pytorch(name: str) -> None:
    model, inputs, target, kind = made(name)
    found = gradients(*programs(name), inputs, target, "torch")
    assert_equal(found, expected(model, inputs, target, kind))


@pytest.mark.sample("mlp_medians_mse")
@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_does_not_follow_is_refused(name: str) -> None:
    model, inputs, target, kind = made(name)
    with pytest.raises(FormatError, match=REFUSED[name]):
        gradients(*compiled(model, inputs, target, kind), inputs, target)


# what is not lost stays


def mlp() -> tuple[TrainingProgram, Graph, Any, Any]:
    _, inputs, target, _ = made("mlp")
    return *programs("mlp"), inputs, target


def place_of(program: TrainingProgram, operator: str) -> int:
    return next(value.index for value in program.graph.every(Operation) if value.operator == operator)


def test_the_gradient_of_the_loss_is_that_of_the_program() -> None:
    program, forward, inputs, target = mlp()
    before = gradients(program, forward, inputs, target)
    (seed,) = (value for value in program.graph.every(Input) if value.default == 1)
    seed.default = 3.0
    after = gradients(program, forward, inputs, target)
    for name, array in before.items():
        np.testing.assert_allclose(after[name], 3 * array, rtol=1e-5, atol=1e-7)


def test_saved_values_are_those_of_the_program() -> None:
    """A formula says which value it would be; one of the same shape in its place stands."""
    program, forward, inputs, target = mlp()
    before = gradients(program, forward, inputs, target)
    for saved in program.graph.every(Saved):
        if saved.source == 7:
            saved.source = 4
    after = gradients(program, forward, inputs, target)
    assert not np.allclose(before["4.weight"], after["4.weight"])
    assert_equal({**before, "4.weight": after["4.weight"]}, after)


def test_constants_are_those_of_the_program() -> None:
    program, forward, inputs, target = mlp()
    before = gradients(program, forward, inputs, target)
    place = place_of(program, "aten.threshold_backward.default")
    operation = program.graph.values[place]
    assert isinstance(operation, Operation)
    operation.operands = (*operation.operands[:2], 0.5)
    after = gradients(program, forward, inputs, target)
    assert not np.allclose(before["0.weight"], after["0.weight"])
    np.testing.assert_array_equal(before["2.weight"], after["2.weight"])


def test_another_operation_is_refused_by_its_place() -> None:
    program, forward, inputs, target = mlp()
    place = place_of(program, "aten.tanh_backward.default")
    operation = program.graph.values[place]
    assert isinstance(operation, Operation)
    operation.operator = "aten.sigmoid_backward.default"
    with pytest.raises(InvalidError, match=r"operand 1 of aten\.sigmoid_backward") as caught:
        gradients(program, forward, inputs, target)
    assert caught.value.path == f"trng.instructions[{place}] (lost value)"


def test_values_that_are_put_in_have_the_place_of_their_user() -> None:
    program, forward, _, _ = mlp()
    restored, _ = restore_training(program, forward)
    old = [value for value in restored.graph.values if value.place is not None]
    assert len(old) == len(restored.graph.values)
    assert [value.index for value in old] == list(range(len(old)))
    assert sorted({value.place for value in old if value.place is not None}) == [
        value.index for value in program.graph.values if any(each.place == value.index for each in old)
    ]
    for update, before in zip(restored.updates, program.updates, strict=True):
        assert restored.graph.values[update.index].place == before.index
        assert restored.graph.values[update.gradient.index].place == before.gradient.index


def test_neither_program_changes() -> None:
    program, forward, _, _ = mlp()
    operands = [value.operands for value in program.graph.every(Operation)]
    restored, same = restore_training(program, forward)
    assert operands == [value.operands for value in program.graph.every(Operation)]
    assert same is forward
    assert restored is not program


def test_a_program_that_lacks_nothing_stays() -> None:
    """What is restored is sound: restored again it is the same."""
    program, forward, _, _ = mlp()
    restored, _ = restore_training(program, forward)
    values = [replace(value, place=None) for value in restored.graph.values]
    again, _ = restore_training(TrainingProgram(replace(restored.graph, values=values), restored.updates), forward)
    assert again.graph.values == values
    assert again.updates == restored.updates


def test_a_constant_1_of_arithmetic_stays() -> None:
    """Programs of other writers have a use for a 1: here it is 1 - y * y."""
    program, forward, inputs, target = mlp()
    restored, _ = restore_training(program, forward)
    values = [replace(value, place=None) for value in restored.graph.values]
    graph = replace(restored.graph, values=values)
    place = next(value.index for value in values if value.label == "aten.tanh_backward.default")
    one = next(value.index for value in values if isinstance(value, Input) and value.default == 1)
    operation = values[place]
    assert isinstance(operation, Operation)
    gradient, y = operation.operands
    by_hand = _with_before(graph, place, [("nac.mul", (y, y)), ("nac.sub", (Ref(one), Ref(place)))], gradient)
    updates = tuple(
        replace(
            update,
            index=update.index + 2,
            gradient=Ref(update.gradient.index + (2 if update.gradient.index >= place else 0)),
        )
        for update in restored.updates
    )
    found = gradients(TrainingProgram(by_hand, updates), forward, inputs, target)
    assert_equal(found, gradients(program, forward, inputs, target))


def _with_before(graph: Graph, place: int, operations: list[tuple[str, tuple[Any, ...]]], gradient: Ref) -> Graph:
    """Two operations before a place, which becomes the product of the gradient and the second."""

    def moved(operand: Any) -> Any:
        if isinstance(operand, list):
            return [moved(item) for item in operand]
        return Ref(operand.index + 2) if isinstance(operand, Ref) and operand.index >= place else operand

    values = [replace(value) for value in graph.values[:place]]
    values += [Operation(place + i, operator=name, operands=operands) for i, (name, operands) in enumerate(operations)]
    values.append(Operation(place + 2, operator="nac.mul", operands=(gradient, Ref(place + 1))))
    for value in graph.values[place + 1 :]:
        value = replace(value, index=value.index + 2)
        if isinstance(value, Operation):
            value.operands = tuple(map(moved, value.operands))
            value.attributes = {name: moved(each) for name, each in value.attributes.items()}
        values.append(value)
    return replace(graph, values=values)


def test_gradients_that_are_none_stay_what_they_are() -> None:
    """The program that the compiler writes when it fails: activations in place of gradients."""
    program, forward, inputs, _ = mlp()
    values = [*program.graph.values[:1], Saved(1, source=4)]
    updates = []
    for number, update in enumerate(program.updates, 2):
        values.append(Operation(number, operator="<OUTPUT>", operands=(Ref(1), Ref(0))))
        updates.append(replace(update, index=number, gradient=Ref(1), rate=Ref(0)))
    synthetic = TrainingProgram(replace(program.graph, values=values), tuple(updates))
    assert restore_training(synthetic, forward)[0].graph.values == values
    with pytest.raises(InvalidError, match="gradient"):
        gradients(synthetic, forward, inputs, None)


@pytest.mark.parametrize("one", [1, True])
@pytest.mark.parametrize("name", ["mlp", "mlp_sum", "mlp_mse"])
def test_the_gradient_of_the_loss_may_be_stored_as_an_axis(name: str, one: object) -> None:
    """Constants are numbered by their value, and 1 == 1.0 == True: the file has the one that came first."""
    model, inputs, target, kind = made(name)
    program, forward = programs(name)
    (seed,) = (value for value in program.graph.every(Input) if value.default == 1)
    seed.default = one
    assert_equal(gradients(program, forward, inputs, target), expected(model, inputs, target, kind))


def test_an_integer_that_is_only_added_stays_one() -> None:
    constant, target = Input(0, lifted=True, default=1), Input(1)
    graph = Graph("nac", "instruction", [constant, target, Operation(2, operator="nac.sub", operands=(Ref(1), Ref(0)))])
    assert restore_operations(graph).values[0] == constant
    assert isinstance(constant.default, int)


# values that the compiler counted wrong


def encoder(name: str = "pytorch_encoder_two_layers") -> tuple[TrainingProgram, Graph, Any, Any, Arrays]:
    model, inputs, target, kind = made(name)
    return *programs(name), inputs, target, expected(model, inputs, target, kind)


def sums(program: TrainingProgram, forward: Graph) -> list[Saved]:
    return [each for each in program.graph.every(Saved) if forward.values[each.source].label == "nac.add"]


def places_of_sums(forward: Graph) -> list[int]:
    return [value.index for value in forward.values if value.label == "nac.add"]


@pytest.mark.nightly
def test_a_saved_value_that_is_not_what_counting_gives_is_refused() -> None:
    """A formula says which value it would be, as for every other sum; but the compiler would not have written this."""
    program, forward, inputs, target, wanted = encoder()
    assert_equal(gradients(program, forward, inputs, target), wanted)
    for each in sums(program, forward):
        written = each.source
        for each.source in set(places_of_sums(forward)) - {written}:
            with pytest.raises(InvalidError, match="is not in the file: the compiler wrote another value instead"):
                gradients(program, forward, inputs, target)
        each.source = written


@pytest.mark.nightly
def test_saved_values_that_are_right_are_taken_as_they_are() -> None:
    """All of them; who put one right has to put all of them right."""
    program, forward, inputs, target, wanted = encoder()
    places = places_of_sums(forward)
    saved = sums(program, forward)
    assert len(saved) == 2
    for each in saved:
        each.source = places[places.index(each.source) - 1]
    assert_equal(gradients(program, forward, inputs, target), wanted)


@pytest.mark.nightly
def test_nothing_is_counted_anew_where_no_layer_is_taken_apart() -> None:
    """A program that was changed to what the compiler writes for two sequences."""
    program, forward, inputs, target, wanted = encoder("pytorch_encoder_layer_of_one_sequence")
    assert_equal(gradients(program, forward, inputs, target), wanted)
    (saved,) = (each for each in sums(program, forward) if each.source == places_of_sums(forward)[0])
    saved.source = places_of_sums(forward)[1]
    with pytest.raises(InvalidError, match="is not in the file"):
        gradients(program, forward, inputs, target)


@pytest.mark.nightly
def test_a_bias_that_is_not_trained_does_not_tell() -> None:
    model, inputs, target, kind = made("pytorch_encoder_layer")
    model.body.self_attn.in_proj_bias.requires_grad_(False)
    with pytest.raises(InvalidError, match=r"the compiler may have named another parameter"):
        gradients(*compiled(model, inputs, target, kind), inputs, target)


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("name", ["conv_max_pool", "conv_batch_norm", "gpt_sdpa"])
def test_a_batch_of_any_size(name: str) -> None:
    """Views take it from the input."""
    model, inputs, target, kind = made(name)
    program, forward = compiled(model, inputs, target, kind, dynamic=({0: torch.export.Dim("batch")},))
    assert any(value.label == "aten.sym_size.int" for value in forward.values)
    assert_equal(gradients(program, forward, inputs, target), expected(model, inputs, target, kind))


# parameters and inputs that the compiler numbered wrong


@pytest.mark.sample(each=10)
@pytest.mark.parametrize("unused", ["a", "b", "ab", "bc", "d"])
@pytest.mark.parametrize("pruned", [True, False])
def test_parameters_that_nothing_uses(unused: str, pruned: bool) -> None:
    torch.manual_seed(0)
    model, inputs, target = Unused(unused), (torch.randn(5, 6),), torch.randint(0, 6, (5,))
    programs = compiled(model, inputs, target, "ce", pruned)
    assert_equal(gradients(*programs, inputs, target), expected(model, inputs, target, "ce"))


def test_parameters_that_nothing_uses_and_others_that_are_frozen_are_refused() -> None:
    """Which parameters the gradients belong to does not follow."""
    torch.manual_seed(0)
    model, inputs, target = Unused("a"), (torch.randn(5, 6),), torch.randint(0, 6, (5,))
    model.c.requires_grad_(False)
    with pytest.raises(InvalidError, match=r"the compiler (wrote|may have named) another parameter"):
        gradients(*compiled(model, inputs, target, "ce", pruned=True), inputs, target)


def test_gradients_of_another_parameter_are_refused() -> None:
    program, forward, inputs, target = mlp()
    one, *others = program.updates
    swapped = [replace(one, parameter=others[0].parameter), replace(others[0], parameter=one.parameter), *others[1:]]
    with pytest.raises(InvalidError, match="the compiler may have named another parameter") as caught:
        gradients(TrainingProgram(program.graph, tuple(swapped)), forward, inputs, target)
    assert caught.value.path == f"trng.instructions[{one.index}] (<OUTPUT>)"


def test_another_parameter_than_a_formula_asks_for_is_refused() -> None:
    """What stands for a frozen factor is known, and here it is another one than the compiler writes."""
    model, inputs, target, kind = made("frozen_factor_a")
    program, forward = compiled(model, inputs, target, kind)
    for weight in program.graph.every(Weight):
        weight.parameter = 3 if weight.parameter == 1 else 1
    with pytest.raises(InvalidError, match=r"the compiler (wrote|may have named) another parameter"):
        gradients(program, forward, inputs, target)


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("kind", ["mse", "ce", "none"])
def test_tensors_that_are_no_parameters(kind: str) -> None:
    """They put the inputs and the target out of place."""
    torch.manual_seed(0)
    model, inputs = Tensors(), (torch.randn(5, 3), torch.randn(5, 3))
    target = {"mse": torch.randn(5, 3), "ce": torch.randint(0, 3, (5,)), "none": None}[kind]
    programs = compiled(model, inputs, target, kind)
    found = gradients(*programs, inputs, target, unnamed=[model.table])
    assert_equal(found, expected(model, inputs, target, kind))


# bounds


def entangled(links: int) -> tuple[TrainingProgram, Graph]:
    """Programs in which every place fits everything."""
    forward = Graph("nac", "instruction", [Weight(0, "w", parameter=1)])
    values: list[GraphValue] = [Input(0, lifted=True, default=1.0)]
    values.append(Operation(1, operator="aten.expand.default", operands=(Ref(0), [4])))
    for link in range(1, links):
        forward.values.append(Operation(link, operator="nac.mul", operands=(Ref(link - 1), Ref(link - 1))))
        values.append(Operation(link + 1, operator="nac.mul", operands=(Ref(1), Ref(link))))
    forward.outputs = (Ref(links - 1),)
    values.append(Operation(links + 1, operator="<OUTPUT>", operands=(Ref(links), Ref(0))))
    update = Update(links + 1, 1, "w", Ref(links), Ref(0))
    return TrainingProgram(Graph("nac", "instruction", values, path="trng.instructions"), (update,)), forward


def test_the_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    restore_training(*entangled(50))
    monkeypatch.setattr(matching, "MAX_TRAINING_SEARCH", 1000)
    with pytest.raises(LimitError, match="takes too long"):
        restore_training(*entangled(200))


#: Operations on one value, and their further operands.
CHAINS: dict[str, tuple[object, ...]] = {
    "nac.transpose": (0, 1),
    "aten.sum.dim_IntList": ([0],),
    "nac.neg": (),
    "nac.view": ([4],),
    "nac.add": (1,),
    "getitem": (0,),
}


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("operator", CHAINS)
def test_long_chains(operator: str) -> None:
    """No recursion, and linear time."""
    forward = Graph("nac", "instruction", [Weight(0, "w", parameter=1)])
    values: list[GraphValue] = [Input(0, lifted=True, default=1.0)]
    values.append(Operation(1, operator="aten.expand.default", operands=(Ref(0), [4])))
    for link in range(1, 5000):
        forward.values.append(Operation(link, operator=operator, operands=(Ref(link - 1), *CHAINS[operator])))
        values.append(Operation(link + 1, operator=operator, operands=(Ref(link), *CHAINS[operator])))
    forward.outputs = (Ref(4999),)
    program = TrainingProgram(Graph("nac", "instruction", values), (Update(5000, 1, "w", Ref(5000), Ref(0)),))
    restored, _ = restore_training(program, forward)
    assert [value.label for value in restored.graph.values] == [value.label for value in values]


def test_pairs_of_parameters_and_instructions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "MAX_TRAINING_BITS", 10)
    program, forward, _, _ = mlp()
    with pytest.raises(LimitError, match="too many parameters"):
        restore_training(program, forward)
