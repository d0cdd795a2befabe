"""NAC files: what the schema cannot say (operands that exist, signatures that fit, constants and parameters in reach).

    @given(nac_files())  # bytes, whatever wrote them
    @given(nac_models())  # NacFile, as NacBuilder makes it and as other writers do

Every section, quantization method, signature code, kind of constant, memory action and kind of instruction occurs.
The operations do not run: `nacformats.fuzz.programs` makes programs that do.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from nacformats.api import dumps
from nacformats.constructs import nac as construct
from nacformats.formats.nac import MemoryAction, NacBuilder, NacFile, Value
from nacformats.formats.nac.file.sections import ORDERS, SECTIONS, offset_field
from nacformats.formats.nac.tables import members_of
from nacformats.formats.records.versions import VERSIONS
from nacformats.fuzz.attachments import make_small_tokenizer, make_valid_plan
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.drawing import any_text, pick, several, shuffled, some_of, strategy
from nacformats.fuzz.foreign import Foreign
from nacformats.fuzz.stored import make_constant, make_method, make_nac_array, some_bytes

if TYPE_CHECKING:
    from hypothesis import strategies as st

    from nacformats.typing import NacVersion

#: For NacBuilder: fixed numbers, of which v1.6 has one less, names that need one, and names that are hard to write.
_OPERATIONS = ("nac.add", "nac.arange", "nac.mul", "aten.linear.default", "getitem", "größe", "x\0y")
_LARGEST_STATE = 2**15 - 1
_UINT16 = 0xFFFF
_MOST_STEPS = 12


def nac_models() -> st.SearchStrategy[NacFile]:
    """Files in memory: half of them built with NacBuilder, half of them with what only other writers make."""
    return strategy(make_nac_model)


def nac_files() -> st.SearchStrategy[bytes]:
    """Files that strict reading accepts; the sections of some are in another order, or apart."""
    return strategy(make_nac_file)


def make_nac_model(choices: Choices) -> NacFile:
    """Return a file in memory; see nac_models."""
    version = pick(choices, VERSIONS)
    return make_built(choices, version) if choices.flag(0.5) else Foreign(choices, version).model()


def make_nac_file(choices: Choices) -> bytes:
    """Return the bytes of a file; see nac_files."""
    data = dumps(make_nac_model(choices))
    return _moved(choices, data) if choices.flag(1 / 3) else data


def make_built(choices: Choices, version: NacVersion = VERSIONS[0]) -> NacFile:
    """Return a file of a version as a user of NacBuilder makes it."""
    external = choices.flag(1 / 4)
    d_model, method = choices.integer(0, _UINT16), make_method(choices)
    builder = NacBuilder(d_model=d_model, quantize=method, external_weights=external, version=version)
    values, weights = [builder.input("x")], list[str]()
    for number in range(choices.length(0, _MOST_STEPS)):
        values.append(_step(choices, builder, values, f"{number}.", weights))
    for _ in range(choices.integer(0, 2)):
        tick, target = some_of(choices, values, 2, 2)
        builder.schedule(tick, MemoryAction(pick(choices, sorted(members_of("memory_action", version)))), target)
    if "trng" in ORDERS[version] and choices.flag(0.5):
        _train(choices, builder, values, weights)
    if "arrs" in ORDERS[version]:
        for number in range(choices.integer(0, 3)):
            builder.array(f"{any_text(choices)}{number}", make_nac_array(choices))
    if choices.flag(0.5):
        manifest, resources = make_small_tokenizer(choices)
        builder.tokenizer(SimpleNamespace(manifest=manifest, resources=resources))
    if choices.flag(0.5):
        builder.resource(any_text(choices), some_bytes(choices))
    if choices.flag(0.5):
        builder.plan(make_valid_plan(choices, lambda: make_constant(choices)))
    builder.output(*some_of(choices, values, 3))
    return builder.build()


def _step(choices: Choices, builder: NacBuilder, values: list[Value], prefix: str, weights: list[str]) -> Value:
    """Return one more instruction; the name of a weight begins with a prefix."""
    kind = choices.integer(0, 6)
    if kind == 0:
        return builder.input(_name_or_none(choices))
    if kind == 1:
        weights.append(f"{prefix}{any_text(choices)}")
        return builder.parameter(weights[-1], make_nac_array(choices), quantize=make_method(choices))
    if kind == 2:
        return builder.state(choices.integer(0, _LARGEST_STATE))
    if kind == 3:
        return builder.constant(make_constant(choices), name=_name_or_none(choices))
    return builder.operation(*_call(choices, values))


def _call(choices: Choices, values: list[Value]) -> list[Any]:
    """Return the name and the arguments of an operation; since v1.7, one that takes an element has arguments."""
    name = pick(choices, _OPERATIONS)
    return [name, *several(choices, 5, lambda: _argument(choices, values), int(name == "getitem"))]


def _train(choices: Choices, builder: NacBuilder, values: list[Value], weights: list[str]) -> None:
    """A training program with updates of some weights."""
    training = builder.training()
    found = [training.constant(make_constant(choices))]
    for _ in range(choices.length(0, _MOST_STEPS)):
        kind = choices.integer(0, 4)
        if kind == 0:
            found.append(training.saved(pick(choices, values)))
        elif kind == 1:
            found.append(training.target(choices.integer(0, 3)))
        elif kind == 2 and weights:
            found.append(training.parameter(pick(choices, weights)))
        else:
            found.append(training.operation(*_call(choices, found)))
    for name in some_of(choices, weights, 3):
        training.update(name, *some_of(choices, found, 2, 2))
    training.finish()


def _argument(choices: Choices, values: list[Value]) -> Any:
    return make_constant(choices) if choices.flag(0.5) else pick(choices, values)


def _name_or_none(choices: Choices) -> str | None:
    return any_text(choices) if choices.flag(0.5) else None


def _moved(choices: Choices, data: bytes) -> bytes:
    """Return the same sections in another order, with gaps of zeros between them.

    The size of the header tells versions apart, and it is where a section begins that all versions have.
    """
    tree = dict(construct.parse(data))
    fields = [offset_field(name) for name in SECTIONS if tree.get(offset_field(name))]
    starts = sorted(tree[field] for field in fields)
    ends = dict(zip(starts, [*starts[1:], len(data)], strict=True))
    position = starts[0]  # a header of another size means another version
    places = {}
    order = shuffled(choices, fields)
    if order[0] == offset_field("arrs"):
        order = [*order[1:], order[0]]
    for field in order:
        places[field] = position
        position += ends[tree[field]] - tree[field] + choices.integer(0, 2)
    built: bytes = construct.build({**tree, **places})
    return built
