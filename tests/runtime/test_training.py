"""Training steps: what they compute, that they are all or nothing, and what is saved."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.nac import builder as drafting
from nacformats.formats.nac.builder import NacBuilder
from nacformats.formats.nac.tables import Quantization
from nacformats.graph.graph import NOTHING, Graph, Input, Operation, Ref, Saved, Target, TrainingProgram, Update, Weight
from nacformats.runtime import Budget, Session, SessionOptions
from tests.partners import partner
from tests.runtime.programs import floats

ENGINES = ["numpy", "torch", "onnxruntime"]
RATE = 0.125


class Gradients:
    """A training program in the making."""

    def __init__(self) -> None:
        self.graph = Graph("nac", "instruction", [], path="trng.instructions")
        self.updates: list[Update] = []

    def constant(self, value: object = NOTHING) -> Ref:
        return self._add(Input(len(self.graph.values), lifted=True, default=value))

    def saved(self, source: int) -> Ref:
        return self._add(Saved(len(self.graph.values), source=source))

    def target(self, number: int = 0) -> Ref:
        return self._add(Target(len(self.graph.values), number=number))

    def parameter(self, number: int, name: str, array: Any = None) -> Ref:
        load = None if array is None else lambda: np.asarray(array)
        return self._add(Weight(len(self.graph.values), name, load=load, parameter=number))

    def __call__(self, operator: str, *operands: Any) -> Ref:
        index = len(self.graph.values)
        return self._add(Operation(index, offset=500 + index, operator=operator, operands=operands))

    def update(self, number: int, name: str, gradient: Ref, rate: Ref) -> None:
        place = self("<OUTPUT>", gradient, rate)
        self.updates.append(Update(place.index, number, name, gradient, rate))

    @property
    def program(self) -> TrainingProgram:
        return TrainingProgram(self.graph, tuple(self.updates))

    def _add(self, value: Any) -> Ref:
        self.graph.values.append(value)
        return Ref(value.index)


W, B = floats(3, 2, seed=1), floats(2, seed=2)
X, Y = floats(5, 3, seed=3), floats(5, 2, seed=4)


def linear(w: Any = W, b: Any = B) -> Graph:
    """x @ w + b."""
    values = [
        Input(0, "x"),
        Weight(1, "w", load=lambda: w, parameter=7),
        Weight(2, "b", load=lambda: b, parameter=8),
        Operation(3, operator="aten.matmul.default", operands=(Ref(0), Ref(1))),
        Operation(4, operator="aten.add.Tensor", operands=(Ref(3), Ref(2))),
    ]
    return Graph("nac", "instruction", values, (Ref(4),))


def of_mean_square(rate: float = RATE, count: int = Y.size, updates: bool = True) -> Gradients:
    """The gradients of the mean of (x @ w + b - target)^2."""
    made = Gradients()
    lr, one = made.constant(rate), made.constant(1.0)
    difference = made("aten.mul.Tensor", made("aten.sub.Tensor", made.saved(4), made.target()), 2.0 / count)
    scaled = made("aten.mul.Tensor", difference, one)
    gradient = made("aten.matmul.default", made("aten.t.default", made.saved(0)), scaled)
    of_bias = made("aten.sum.dim_IntList", scaled, [0])
    if updates:
        made.update(7, "w", gradient, lr)
        made.update(8, "b", of_bias, lr)
    return made


def expected(rate: float = RATE, w: Any = W, b: Any = B) -> tuple[Any, Any]:
    difference = 2 / Y.size * (X.astype(np.float64) @ w + b - Y)
    return w - rate * X.T @ difference, b - rate * difference.sum(0)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    partner(request.param)
    name: str = request.param
    return name


def session_of(
    training: Gradients | None = None, engine: str = "numpy", graph: Graph | None = None, **k: Any
) -> Session:
    training = of_mean_square() if training is None else training
    return Session(
        linear() if graph is None else graph, engine=engine, options=SessionOptions(training=training.program), **k
    )


def refused(call: Callable[[], object], kind: type[FormatError] = InvalidError) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


# what a step computes


def test_a_step_is_one_of_gradient_descent(engine: str) -> None:
    session = session_of(engine=engine)
    (before,) = session.run([X])
    step = session.train_step([X], [Y])
    w, b = expected()
    assert step.updated == ("w", "b")
    np.testing.assert_allclose(step.outputs[0], X @ W + B, rtol=1e-5)
    np.testing.assert_allclose(step.outputs[0], before, rtol=1e-6)
    np.testing.assert_allclose(session.parameters["w"], w, rtol=1e-5)
    np.testing.assert_allclose(session.parameters["b"], b, rtol=1e-5)
    np.testing.assert_allclose(step.gradients["w"], (W - w) / RATE, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(session.run([X])[0], X @ w + b, rtol=1e-5)
    assert session.last_run.peak_bytes > 0


def test_a_rate_that_is_given_counts_for_all_updates(engine: str) -> None:
    session = session_of(engine=engine)
    session.train_step([X], Y, lr=0.5)
    for name, array in zip("wb", expected(0.5), strict=True):
        np.testing.assert_allclose(session.parameters[name], array, rtol=1e-5)


def test_the_rate_may_be_computed() -> None:
    training = of_mean_square(updates=False)
    rate = training("aten.mul.Tensor", training.constant(0.25), 0.5)
    training.update(8, "b", Ref(10), rate)
    session = session_of(training)
    step = session.train_step([X], Y)
    assert step.updated == ("b",)
    np.testing.assert_allclose(session.parameters["b"], expected()[1], rtol=1e-5)
    np.testing.assert_array_equal(session.parameters["w"], W)


def test_steps_lower_the_loss(engine: str) -> None:
    session = session_of(engine=engine)
    losses = [float(np.square(session.train_step([X], Y).outputs[0] - Y).mean()) for _ in range(100)]
    assert losses[-1] < 0.5 * losses[0]
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize(
    ("index", "operator"), [(4, "aten.add.Tensor"), (5, "aten.div.Tensor"), (6, "aten.add.Tensor")]
)
def test_another_instruction_is_another_step(index: int, operator: str) -> None:
    training = of_mean_square()
    changed = training.graph.values[index]
    assert isinstance(changed, Operation)
    changed.operator = operator
    session = session_of(training)
    session.train_step([X], Y)
    assert not np.allclose(session.parameters["w"], expected()[0], rtol=1e-3)


def test_inputs_and_targets_by_name_as_lists_and_alone() -> None:
    sessions = [session_of() for _ in range(3)]
    sessions[0].train_step({"x": X}, (Y,))
    sessions[1].train_step([X], Y)
    sessions[2].train_step([X.tolist()], [Y.tolist()])
    for session in sessions:
        np.testing.assert_array_equal(session.parameters["w"], sessions[0].parameters["w"])


def test_what_a_step_takes_and_gives_may_be_changed_afterwards() -> None:
    session = session_of()
    step = session.train_step([X], Y)
    kept = session.parameters["w"].copy()
    held = session.parameters["w"]
    step.gradients["w"][...] = 0
    session.train_step([X], Y)
    np.testing.assert_array_equal(held, kept)
    assert not held.flags.writeable
    np.testing.assert_allclose(session.parameters["w"], expected(w=kept, b=expected()[1])[0], rtol=1e-5)


# parameters


def test_parameters_that_are_given_are_trained() -> None:
    w = floats(3, 2, seed=9)
    mine = w.copy()
    session = session_of(parameters={"w": mine})
    session.train_step([X], Y)
    np.testing.assert_allclose(session.parameters["w"], expected(w=w)[0], rtol=1e-5)
    np.testing.assert_array_equal(mine, w)


def test_a_parameter_for_one_run_wins_after_a_step_as_before(engine: str) -> None:
    session = session_of(engine=engine)
    session.train_step([X], Y)
    _, b = expected()
    np.testing.assert_allclose(session.run([X], named={"w": W})[0], X @ W + b, rtol=1e-5)


def test_a_parameter_for_one_run_cannot_be_trained() -> None:
    session = session_of()
    said = refused(lambda: session.train_step({"x": X, "w": W}, Y))
    assert "parameter 'w' is given for this run" in said
    np.testing.assert_array_equal(session.parameters["w"], W)


def test_a_parameter_that_is_loaded_twice_stays_one(engine: str) -> None:
    square = floats(3, 3)
    graph = Graph(
        "nac",
        "instruction",
        [
            Input(0, "x"),
            Weight(1, "w", load=lambda: square, parameter=7),
            Operation(2, operator="aten.matmul.default", operands=(Ref(0), Ref(1))),
            Weight(3, "w", load=lambda: square, parameter=7),
            Operation(4, operator="aten.matmul.default", operands=(Ref(2), Ref(3))),
        ],
        (Ref(4),),
    )
    training = Gradients()
    training.update(7, "w", training.parameter(7, "w", square), training.constant(0.5))
    session = session_of(training, engine, graph)
    for factor in (0.5, 0.25):
        session.train_step([X])
        np.testing.assert_allclose(session.run([X])[0], X @ square @ square * factor**2, rtol=1e-5)


def test_a_parameter_of_the_training_program_alone() -> None:
    training = Gradients()
    moment = training.parameter(9, "moment", B)
    training.update(9, "moment", moment, training.constant(0.5))
    training.update(8, "b", moment, training.constant(1.0))
    session = session_of(training)
    step = session.train_step([X])
    assert set(step.updated) <= session.parameters.keys()
    np.testing.assert_allclose(session.parameters["moment"], B / 2)
    np.testing.assert_allclose(session.parameters["b"], B - B)
    session.train_step([X])
    np.testing.assert_allclose(session.parameters["b"], B - B - 0.5 * B)


def test_a_parameter_of_rank_0_is_trained_and_stays_a_tensor() -> None:
    training = Gradients()
    training.update(9, "scale", training("aten.sum.default", training.saved(0)), training.constant(0.5))
    training.parameter(9, "scale", np.float32(3))
    session = session_of(training)
    for _ in range(2):
        session.train_step([X])
    scale = session.parameters["scale"]
    assert isinstance(scale, np.ndarray)
    assert (scale.shape, scale.dtype) == ((), np.float32)
    np.testing.assert_allclose(scale, 3 - 2 * 0.5 * X.sum(), rtol=1e-5)


def test_two_updates_of_one_parameter_count_both() -> None:
    training = Gradients()
    training.update(8, "b", training.parameter(8, "b"), training.constant(0.5))
    training.update(8, "b", training.parameter(8, "b"), training.constant(0.25))
    session = session_of(training)
    step = session.train_step([X])
    np.testing.assert_allclose(session.parameters["b"], B * 0.25, rtol=1e-6)
    assert step.updated == ("b",)
    np.testing.assert_allclose(step.gradients["b"], 2 * B)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_other_floats_are_rounded_once(dtype: str) -> None:
    import ml_dtypes

    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))
    b = floats(2).astype(kind)
    training = Gradients()
    training.update(8, "b", training.parameter(8, "b"), training.constant(0.1))
    session = session_of(training, graph=linear(b=b))
    session.train_step([X])
    wide = np.float64 if dtype == "float64" else np.float32
    rate = wide(np.float32(0.1))
    np.testing.assert_array_equal(session.parameters["b"], (b.astype(wide) - rate * b.astype(wide)).astype(kind))


def test_nan_is_a_number_like_any_other() -> None:
    training = Gradients()
    training.update(8, "b", training.constant([float("nan"), float("inf")]), training.constant(0.1))
    session = session_of(training)
    session.train_step([X])
    np.testing.assert_array_equal(session.parameters["b"], np.float32([np.nan, -np.inf]))


# all or nothing


def of_its_own() -> nacformats.NacFile:
    """A program whose rule is no derivative: it takes the sign of one. The first parameter is frozen."""
    b = NacBuilder(version="1.8")
    frozen, trained = b.parameter("frozen", np.float32([2, 3])), b.parameter("trained", np.float32([1, 1]))
    y = b.operation("nac.mul", frozen, trained)
    b.output(y)
    t = b.training()
    slope = t.operation("aten.mse_loss_backward.default", t.constant(1.0), t.saved(y), t.target(0), 1)
    rule = t.operation("nac.mul", t.operation("aten.sign.default", slope), t.parameter("frozen"))
    t.update("trained", rule, t.constant(0.5))
    t.finish()
    return b.build()


def test_a_program_of_the_builder_is_taken_at_its_word(engine: str) -> None:
    with Session(of_its_own(), engine=engine) as session:
        step = session.train_step([], np.float32([0, 9]))
        assert step.gradients["trained"].tolist() == [2, -3]
        assert session.parameters["trained"].tolist() == [0, 2.5]


def test_one_of_the_public_compiler_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may mean another parameter, and nothing in the program confirms what it says."""
    with monkeypatch.context() as patch:
        patch.setattr(drafting, "custom_numbers", lambda _version: range(32, 201))
        file = of_its_own()
    with Session(file) as session:
        assert "may have named another parameter" in refused(lambda: session.train_step([], np.float32([0, 9])))
        assert session.parameters["trained"].tolist() == [1, 1]


def untouched(session: Session) -> bool:
    return all(np.array_equal(session.parameters[name], array) for name, array in (("w", W), ("b", B)))


def test_a_gradient_of_another_shape() -> None:
    training = of_mean_square()
    training.update(8, "b", training.saved(4), Ref(0))
    session = session_of(training)
    said = refused(lambda: session.train_step([X], Y))
    index = len(training.graph.values) - 1
    assert f"trng.instructions[{index}] (<OUTPUT>)" in said
    assert "parameter 'b' is float32[2], and what is to be its gradient is float32[5, 2]" in said
    assert untouched(session)


@pytest.mark.parametrize(
    ("gradient", "rate", "words"),
    [
        ([1, 2], 0.1, "numbers of another kind: int64[2]"),
        ([1.0, 2.0], [0.1, 0.2], "a learning rate that is no number, but float32[2]"),
    ],
)
def test_numbers_that_cannot_be_applied(gradient: object, rate: object, words: str) -> None:
    training = of_mean_square()
    training.update(8, "b", training.constant(gradient), training.constant(rate))
    session = session_of(training)
    assert words in refused(lambda: session.train_step([X], Y))
    assert untouched(session)


def test_a_rate_that_is_several_results() -> None:
    training = of_mean_square(updates=False)
    rate = training("aten.split.Tensor", training.constant([1.0, 2.0, 3.0]), 2)
    training.update(8, "b", Ref(10), rate)
    session = session_of(training)
    assert "a learning rate that is no number" in refused(lambda: session.train_step([X], Y))
    assert untouched(session)


def test_integers_are_not_trained() -> None:
    training = Gradients()
    training.update(8, "b", training.constant([0.5, 0.5]), training.constant(0.1))
    session = session_of(training, graph=linear(b=np.array([1, 2])))
    assert "only floating point numbers can be trained" in refused(lambda: session.train_step([X]))


def test_an_operation_that_fails_names_its_instruction() -> None:
    training = of_mean_square()
    wrong = training("aten.matmul.default", training.saved(0), training.saved(4))
    training.update(7, "w", wrong, Ref(0))
    session = session_of(training)
    said = refused(lambda: session.train_step([X], Y))
    assert f"trng.instructions[{wrong.index}] (aten.matmul.default)" in said
    assert f"byte {500 + wrong.index}" in said
    assert untouched(session)


def test_an_unknown_operation_names_its_instruction_and_runs_go_on() -> None:
    training = of_mean_square()
    wrong = training("aten.no_such_backward.default", training.saved(0))
    training.update(7, "w", wrong, Ref(0))
    session = session_of(training)
    said = refused(lambda: session.train_step([X], Y), UnsupportedError)
    assert f"trng.instructions[{wrong.index}] (aten.no_such_backward.default)" in said
    np.testing.assert_allclose(session.run([X])[0], X @ W + B, rtol=1e-5)


def test_a_value_that_nobody_has() -> None:
    training = of_mean_square()
    training.update(8, "b", training.constant(), Ref(0))
    session = session_of(training)
    said = refused(lambda: session.train_step([X], Y))
    assert f"trng.instructions[{len(training.graph.values) - 2}] (input): no value was given" in said
    assert "values={" not in said


@pytest.mark.parametrize("source", [5, -1])
def test_a_saved_value_that_does_not_exist(source: int) -> None:
    training = of_mean_square()
    training.update(8, "b", training.saved(source), Ref(0))
    session = session_of(training)
    said = refused(lambda: session.train_step([X], Y))
    assert f"takes the result of instruction {source} of the program, which does not exist" in said


def test_a_parameter_that_does_not_exist() -> None:
    training = of_mean_square()
    training.update(40, "c", Ref(0), Ref(0))
    said = refused(lambda: session_of(training).train_step([X], Y))
    assert "updates parameter 'c', which no program loads" in said
    assert "one of: w, b" in said


@pytest.mark.parametrize("targets", [(), (Y, Y), [Y, Y, Y]])
def test_a_wrong_number_of_targets(targets: Any) -> None:
    session = session_of()
    said = refused(lambda: session.train_step([X], targets))
    assert "the training program takes 1 target" in said
    assert untouched(session)


def test_wrong_inputs_and_targets() -> None:
    session = session_of()
    assert "no value for input 'x'" in refused(lambda: session.train_step([], Y))
    assert "target 0: not a tensor" in refused(lambda: session.train_step([X], "Y"))
    assert untouched(session)


@pytest.mark.parametrize(
    ("rate", "kind"), [("0.1", TypeError), (True, TypeError), (-1, ValueError), (float("nan"), ValueError)]
)
def test_rates_that_are_none(rate: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="lr is"):
        session_of().train_step([X], Y, lr=rate)


def test_models_without_a_training_program() -> None:
    said = refused(lambda: Session(linear()).train_step([X], Y), UnsupportedError)
    assert "there is no training program" in said
    said = refused(lambda: Session(linear()).train_step(), UnsupportedError)
    assert "there is no training program" in said, "and not that the input is missing"


# budgets


def test_the_memory_of_a_step_is_limited(engine: str) -> None:
    training = of_mean_square()
    large = training("aten.expand.default", training.constant(1.0), [1 << 30, 1 << 10])
    made = training("aten.mul.Tensor", large, large)
    training.update(8, "b", training("aten.sum.dim_IntList", made, [0]), Ref(0))
    session = session_of(training, engine, budget=Budget(memory=1 << 28))
    said = refused(lambda: session.train_step([X], Y), LimitError)
    assert "trng.instructions[" in said
    assert untouched(session)


def test_what_the_forward_pass_keeps_counts() -> None:
    def program(keep: bool) -> Session:
        values = [Input(0, "x"), Weight(1, "b", load=lambda: np.zeros(1, np.float32), parameter=8)]
        values += [Operation(2, operator="aten.mul.Tensor", operands=(Ref(0), 2.0))]
        values += [Operation(3, operator="aten.sum.default", operands=(Ref(2),))]
        graph = Graph("nac", "instruction", values, (Ref(3),))
        training = Gradients()
        taken = training.saved(2) if keep else training.saved(0)
        product = training("aten.sum.dim_IntList", training("aten.mul.Tensor", taken, 3.0), [0], True)
        training.update(8, "b", product, training.constant(0.1))
        return session_of(training, graph=graph, budget=Budget(memory=26_000_000))

    x = np.ones(1_500_000, np.float32)
    program(keep=False).train_step([x])
    assert "beside the" in refused(lambda: program(keep=True).train_step([x]), LimitError)


def test_the_time_of_a_step_is_limited(engine: str) -> None:
    training = of_mean_square()
    value = training("aten.expand.default", training.constant(1.0), [2000, 2000])
    for _ in range(200):
        value = training("aten.matmul.default", value, value)
    training.update(8, "b", training("aten.sum.dim_IntList", value, [0]), Ref(0))
    session = session_of(training, engine)
    said = refused(lambda: session.train_step([X], Y, timeout=0.3), LimitError)
    assert "0.3 s" in said
    assert untouched(session)


def test_the_time_to_plan_is_limited() -> None:
    training = of_mean_square()
    value = Ref(0)
    for _ in range(20_000):
        value = training("aten.neg.default", value)
    training.update(8, "b", training("aten.expand.default", value, [2]), value)
    session = session_of(training)
    said = refused(lambda: session.train_step([X], Y, timeout=0.05), LimitError)
    assert "0.05 s" in said
    assert untouched(session)


# threads


def test_runs_beside_steps_see_one_set_of_parameters() -> None:
    """b is w in all steps: their difference is 0 in every run."""
    zeros = np.zeros(20_000, np.float32)
    values = [
        Weight(0, "v", load=lambda: zeros, parameter=1),
        Weight(1, "w", load=lambda: zeros, parameter=2),
        Operation(2, operator="aten.sub.Tensor", operands=(Ref(0), Ref(1))),
    ]
    training = Gradients()
    one = training("aten.expand.default", training.constant(1.0), [20_000])
    for number, name in ((1, "v"), (2, "w")):
        training.update(number, name, one, training.constant(1.0))
    session = session_of(training, graph=Graph("nac", "instruction", values, (Ref(2),)))
    stop, torn = threading.Event(), []

    def watch() -> None:
        while not stop.is_set():
            torn.extend(each for each in session.run() if each.any())

    watchers = [threading.Thread(target=watch) for _ in range(2)]
    steppers = [threading.Thread(target=lambda: [session.train_step() for _ in range(50)]) for _ in range(2)]
    for thread in watchers + steppers:
        thread.start()
    for thread in steppers:
        thread.join()
    stop.set()
    for thread in watchers:
        thread.join()
    assert not torn
    np.testing.assert_array_equal(session.parameters["v"], np.full(20_000, -100, np.float32))


# saving


METHODS = [None, "FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"]


def written(folder: Path, quantize: str | None = None, *, external: bool = False) -> Path:
    """The linear model as a file."""
    builder = NacBuilder(quantize=quantize, external_weights=external)
    x = builder.input("x")
    product = builder.operation("aten.matmul.default", x, builder.parameter("w", W))
    builder.output(builder.operation("aten.add.Tensor", product, builder.parameter("b", B)))
    nacformats.dump(builder.build(), folder / "model.nac")
    return folder / "model.nac"


def of_file(path: Path) -> Gradients:
    """The gradients for the ids and the instructions of a file."""
    with nacformats.load(path) as file:
        ids = {parameter.name: number for number, parameter in file.parameters.items()}
        indices = {each.name: each.index for each in file.instructions}
    made = Gradients()
    lr, target = made.constant(RATE), made.target()
    difference = made("aten.mul.Tensor", made("aten.sub.Tensor", made.saved(indices["aten.add.Tensor"]), target), 0.2)
    made.update(ids["w"], "w", made("aten.matmul.default", made("aten.t.default", made.saved(0)), difference), lr)
    made.update(ids["b"], "b", made("aten.sum.dim_IntList", difference, [0]), lr)
    return made


@pytest.mark.parametrize("external", [False, True])
@pytest.mark.parametrize("quantize", METHODS)
def test_trained_parameters_in_a_new_file(tmp_path: Path, quantize: str | None, external: bool) -> None:
    path, target = written(tmp_path, quantize, external=external), tmp_path / "trained.nac"
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with Session(path, options=SessionOptions(training=of_file(path).program)) as session:
        for _ in range(3):
            session.train_step([X], Y)
        session.save(target)
        parameters = {name: array.copy() for name, array in session.parameters.items()}
        (wanted,) = session.run([X])
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert (tmp_path / "trained.safetensors").exists() == external
    assert not [finding for finding in nacformats.validate(target) if finding.severity == "error"]
    close = {"rtol": 0.05, "atol": 0.02} if quantize else {"rtol": 0}
    with nacformats.load(target) as new, nacformats.load(path) as old:
        assert new.quantization is old.quantization
        for name, array in parameters.items():
            now, then = new.parameters[name].tensor, old.parameters[name].tensor
            assert (now.quantization, now.dtype, now.dims) == (then.quantization, then.dtype, then.dims)
            np.testing.assert_allclose(new.parameters[name].array(), array, **close)
            assert not np.array_equal(new.parameters[name].array(), old.parameters[name].array())
    with Session(target) as session:
        np.testing.assert_allclose(session.run([X])[0], wanted, **close if quantize else {"rtol": 1e-6})


def test_a_file_that_was_not_trained_is_saved_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path)
    with Session(path, options=SessionOptions(training=of_file(path).program)) as session:
        session.save(tmp_path / "same.nac")
    assert (tmp_path / "same.nac").read_bytes() == path.read_bytes()


def test_parameters_that_were_given_are_saved_too(tmp_path: Path) -> None:
    with Session(written(tmp_path), parameters={"b": B + 1}) as session:
        session.save(tmp_path / "new.nac")
    with nacformats.load(tmp_path / "new.nac") as file:
        np.testing.assert_array_equal(file.parameters["b"].array(), B + 1)
        np.testing.assert_array_equal(file.parameters["w"].array(), W)


def test_a_file_object_of_the_caller_stays_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path)
    with nacformats.load(path) as file:
        before = nacformats.dumps(file)
        session = Session(file, options=SessionOptions(training=of_file(path).program))
        session.train_step([X], Y)
        session.save(tmp_path / "new.nac")
        assert nacformats.dumps(file) == before != (tmp_path / "new.nac").read_bytes()


@pytest.mark.parametrize("external", [False, True])
def test_the_files_that_the_session_runs_are_not_written(tmp_path: Path, external: bool) -> None:
    path = written(tmp_path, external=external)
    (tmp_path / "link.nac").symlink_to(path)
    names = ["model.nac", "link.nac", "../" + tmp_path.name + "/model.nac"] + ["model.new"] * external
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with Session(path, options=SessionOptions(training=of_file(path).program)) as session:
        session.train_step([X], Y)
        for name in names:
            with pytest.raises(ValueError, match="is a file that the session runs"):
                session.save(tmp_path / name)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a session of a Graph has no file to save"):
        session_of().save(tmp_path / "new.nac")
    session = Session(written(tmp_path))
    session.close()
    with pytest.raises(ValueError, match="closed"):
        session.save(tmp_path / "new.nac")
    assert not (tmp_path / "new.nac").exists()


@pytest.mark.parametrize("axis", [0, 1])
def test_an_axis_of_scales_stays(axis: int) -> None:
    from nacformats.formats.nac.columns.quantizing import store_like
    from nacformats.formats.nac.columns.tensors import Scaling, Tensor

    scales = np.ones(W.shape[axis], np.float32)
    before = Tensor(3, W.shape, Quantization.int8_channel, Scaling(scales, axis=axis), memoryview(bytes(W.size)))
    after = store_like(W, before)
    assert after.scaling is not None
    assert (after.scaling.axis, after.scaling.scales.shape) == (axis, scales.shape)
    np.testing.assert_allclose(after.scaling.scales, np.abs(W).max(axis=1 - axis) / 127, rtol=1e-6)
