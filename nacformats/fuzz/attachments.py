"""Generators of attachments of NAC files: plans that verify, and tokenizers that can be used."""

from __future__ import annotations

from collections.abc import Callable

from nacformats import tokenizer
from nacformats.formats.mep.builder import BinaryOperation, UnaryOperation
from nacformats.formats.records.constants import ConstantValue
from nacformats.formats.tisa.steps import Step
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.drawing import any_text, pick, several, some_of
from nacformats.plan import Plan, PlanBuilder, Variable
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.vocabulary import Vocabulary

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
    """Instructions that v1.6 does not have, on values that they can be done with."""
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
