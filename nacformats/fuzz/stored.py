"""Generators of what NAC files store: constants, tensors, arrays with a name, plans that verify, usable tokenizers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nacformats import tokenizer
from nacformats.formats.nac.columns.arrays import NamedArray
from nacformats.formats.nac.columns.tensors import SCALE, Scaling, Tensor
from nacformats.formats.nac.tables import ELEMENT_DTYPES, QUANTIZED_DTYPES, Dtype, Quantization
from nacformats.formats.records.constants import Constant, ConstantKind, ConstantValue
from nacformats.formats.tisa.steps import Step
from nacformats.fuzz.choices import Choices, any_text, pick, several, some_of
from nacformats.plan import Plan, PlanBuilder, Variable
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.vocabulary import Vocabulary

if TYPE_CHECKING:
    from nacformats.formats.mep.methods import BinaryOperation, UnaryOperation

_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_CATEGORIES = ("Mn", "Cc", "Cf", "Zs", "P")
_PATTERNS = ("<pad>", r"\s+", r"\p{L}+", r" ?[^\s\p{L}]+")
_SUFFIXES = ("", "</w>")
_MODELS: tuple[Step, ...] = (tokenizer.BpeEncode(), tokenizer.WordPieceEncode("##"), tokenizer.UnigramEncode())
_MOST_TOKENS = 6
_FUNCTIONS: tuple[UnaryOperation, ...] = ("sqrt", "abs", "neg", "exp", "reciprocal")
_OPERATIONS: tuple[BinaryOperation, ...] = ("div", "pow", "max", "min")


def make_valid_plan(choices: Choices, make_constant: Callable[[], ConstantValue], version: str = "1.6") -> Plan:
    """Return a plan without inputs for a model: constants, copies, a loop, and what is returned.

    Args:
        choices: decide.
        make_constant: makes the constants.
        version: of NAC; what it has and older ones have not is drawn as well.
    """
    builder = PlanBuilder()
    variables = [builder.constant(make_constant()) for _ in range(choices.integer(1, 3))]
    for _ in range(choices.length(0, 3)):
        variables.append(builder.copy(pick(choices, variables)))
    if version != "1.6":
        variables += _later(choices, builder, version)
    if choices.flag(0.5):
        with builder.loop(choices.integer(-1, 3)):
            builder.copy(pick(choices, variables), into=pick(choices, variables))
    builder.return_(*some_of(choices, variables, 3))
    return builder.build()


def _later(choices: Choices, builder: PlanBuilder, version: str) -> list[Variable]:
    """Return instructions that v1.6 does not have, on values that they can be done with."""
    made = several(choices, 2, builder.exec_mode)
    if choices.flag(1 / 4):
        builder.load_model()
        builder.zero_grad()
    if version == "1.7":
        return made
    sizes = builder.constant([choices.integer(0, 3), 1])
    tensors = [builder.create(sizes, dtype="float32", kind="zeros")]
    makers: tuple[Callable[[Variable], Variable], ...] = (
        lambda tensor: builder.unsqueeze(tensor, choices.integer(0, 2)),
        lambda tensor: builder.squeeze(builder.unsqueeze(tensor, 0), 0),
        lambda tensor: builder.unary(tensor, operation=pick(choices, _FUNCTIONS)),
        lambda tensor: builder.binary(pick(choices, _OPERATIONS), tensor, tensor),
    )
    for _ in range(choices.length(0, 4)):
        tensors.append(pick(choices, makers)(pick(choices, tensors)))
    return [*made, *tensors]


def make_small_tokenizer(choices: Choices, version: str = "1.6") -> tuple[tokenizer.Manifest, dict[str, bytes]]:
    """Return the manifest and the resources of a tokenizer of a few tokens, for a version of NAC."""
    tokens = dict.fromkeys(f"{any_text(choices)}{number}" for number in range(choices.integer(1, _MOST_TOKENS)))
    ids = {token: choices.integer(0, 3) + 4 * number for number, token in enumerate(tokens)}
    model = pick(choices, _MODELS)
    if version == "1.8" and isinstance(model, tokenizer.BpeEncode):
        model = tokenizer.BpeEncode(pick(choices, _SUFFIXES))
    steps: list[Step] = [
        *several(choices, 3, lambda: _transform(choices)),
        tokenizer.Partition(tuple(several(choices, 3, lambda: _rule(choices)))),
        *([tokenizer.ByteEncode()] if choices.flag(1 / 4) else []),
        model,
        *([tokenizer.Compose((pick(choices, list(ids)), None))] if choices.flag(0.5) else []),
    ]
    merges = () if isinstance(model, tokenizer.BpeEncode) else None
    return tokenizer.Manifest(tuple(steps)), build_resources(Vocabulary(ids), merges)


def _transform(choices: Choices) -> Step:
    makers: tuple[Callable[[], Step], ...] = (
        tokenizer.Lowercase,
        lambda: tokenizer.UnicodeNorm(pick(choices, _FORMS)),
        lambda: tokenizer.Replace(f"{any_text(choices)}x", any_text(choices)),
        lambda: tokenizer.FilterCategory(tuple(some_of(choices, _CATEGORIES, 3))),
        lambda: tokenizer.Prepend(any_text(choices)),
    )
    return pick(choices, makers)()


def _rule(choices: Choices) -> tokenizer.Rule:
    behavior = pick(choices, (None, tokenizer.Behavior.remove, tokenizer.Behavior.isolate))
    trim = any_text(choices) if choices.flag(1 / 4) else None
    return tokenizer.Rule(pick(choices, _PATTERNS), choices.flag(0.5), behavior, trim)


_ARRAY_DTYPES = tuple(ELEMENT_DTYPES.values())
#: Bytes of an element of the dtypes that writers label as float32, since the format has no number for them.
_MISLABELLED_ITEMSIZES = (2, 8, 16)
_FLOATS = (0.0, -0.0, 1.0, -1.5, 1e-300, math.inf, -math.inf, math.nan)
_INT32, _INT64 = ((-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (32, 64))
_UINT16 = 0xFFFF


def make_nac_array(choices: Choices, most_rank: int = 3) -> npt.NDArray[Any]:
    """Return an array of one of the dtypes of NAC with any bytes (but bools are 0 or 1)."""
    dtype = pick(choices, _ARRAY_DTYPES)
    shape = several(choices, most_rank, lambda: choices.integer(0, 4))
    data = choices.block(math.prod(shape) * dtype.itemsize)
    array = np.frombuffer(data, dtype if dtype.kind != "b" else np.uint8).reshape(shape)
    return array % 2 == 1 if dtype.kind == "b" else array


def make_constant(choices: Choices) -> Any:
    """Return a value of any kind that a constant can have."""
    makers: tuple[Callable[[], Any], ...] = (
        lambda: None,
        lambda: choices.flag(0.5),
        lambda: choices.integer(*_INT64),
        lambda: _float(choices),
        lambda: any_text(choices),
        lambda: several(choices, 4, lambda: choices.integer(*_INT32)),
        lambda: several(choices, 4, lambda: float(np.float32(_float(choices))), 1),
    )
    return pick(choices, makers)()


def make_method(choices: Choices) -> Quantization:
    """Return a method of quantization."""
    return pick(choices, Quantization)


def some_bytes(choices: Choices) -> bytes:
    """Return a few bytes."""
    return choices.block(choices.integer(0, 9))


def make_stored_constant(choices: Choices) -> Constant:
    """Return a constant as a file may hold it: the length of null and of a boolean may be anything."""
    constant = Constant.of(make_constant(choices))
    if constant.kind not in (ConstantKind.none, ConstantKind.truth) or choices.flag(0.5):
        return constant
    return Constant(constant.kind, constant.payload, choices.integer(0, _UINT16))


def make_tensor(choices: Choices) -> Tensor:
    """Return a stored tensor, quantized in any of the ways that the format has."""
    method = make_method(choices)
    dims = tuple(several(choices, 3, lambda: choices.integer(0, 4)))
    scaling = None
    if method is Quantization.int8_channel and dims:
        axis = choices.integer(0, len(dims) - 1)
        scaling = Scaling(_scales(choices, dims[axis]), axis=axis)
    elif method is Quantization.block_fp8:
        size = choices.integer(1, 8)
        blocks = -(-math.prod(dims) // size)
        scaling = Scaling(_scales(choices, blocks), block_size=size, shape=dims)
        dims = (blocks * size,)
    elif method is Quantization.int8_tensor:
        scaling = Scaling(_scales(choices, 1))
    elif method is not Quantization.fp16:
        if choices.flag(1 / 8):
            return Tensor(int(Dtype.unknown), dims, Quantization.none, None, memoryview(some_bytes(choices)))
        method = Quantization.none
    dtype = pick(choices, ELEMENT_DTYPES) if method is Quantization.none else QUANTIZED_DTYPES[method]
    raw = choices.block(math.prod(dims) * ELEMENT_DTYPES[dtype].itemsize)
    return Tensor(int(dtype), dims, method, scaling, memoryview(raw))


def _scales(choices: Choices, count: int) -> npt.NDArray[np.float32]:
    return np.frombuffer(choices.block(count * SCALE.itemsize), SCALE)


def make_named_array(choices: Choices, name: str) -> NamedArray:
    """Return an array of any dtype of the format, or of one that is unknown, or that writers label as float32."""
    dims = tuple(several(choices, 3, lambda: choices.integer(0, 4)))
    if choices.flag(1 / 8):
        return NamedArray(name, int(Dtype.unknown), dims, memoryview(some_bytes(choices)))
    label = pick(choices, ELEMENT_DTYPES)
    itemsize = ELEMENT_DTYPES[label].itemsize
    if choices.flag(1 / 4):
        label, itemsize = Dtype.float32, pick(choices, _MISLABELLED_ITEMSIZES)
    return NamedArray(name, int(label), dims, memoryview(choices.block(math.prod(dims) * itemsize)))


def _float(choices: Choices) -> float:
    if choices.flag(0.5):
        return pick(choices, _FLOATS)
    return choices.integer(-(2**40), 2**40) / (1 << choices.integer(0, 20))
