"""Mind IR graphs, and files of them in all their spellings: what the schemas of MIC-B and mic@2 cannot say.

    @given(graphs())                    # valid graphs that both forms can hold
    @given(graphs(text_form=False))     # and what only MIC-B can: custom operations, any text as a name
    @given(micb_files(), mic2_files())  # bytes, canonical and not

Operands are earlier values, types are in range, and every operation has its number of inputs and parameters; whether
shapes fit is another matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.api import dumps
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.opcodes import BY_TOKEN, DTYPES, OPCODES, MindOpcode, OpcodeParameter
from nacformats.formats.mic.text import BINDINGS, COMMENT, HEADER, OUTPUT, SYMBOL, TYPE, UNKNOWN_DIM
from nacformats.fuzz.choices import Choices, any_text, pick, several, shuffled, some_of, strategy
from nacformats.limits import MAX_MIC_DIGITS
from nacformats.products.constructs import micb

#: Few names, so that the same one occurs several times; some of them mean something at the start of a line.
_NAMES = ("x", "W", "_1", "layer_norm_12", "m", "O", "T0", "S")
#: What only MIC-B can hold.
_OTHER_NAMES = ("", " ", "a\nb", "\ufeffx", "x" * 200)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
_DIGITS = "0123456789"
_BUILT_IN = tuple(opcode for opcode in OPCODES.values() if opcode.token is not None)


def make_graph(choices: Choices, *, text_form: bool = True, most: int = 12) -> MicGraph:
    """Return a valid graph of at most `most` operations; one that mic@2 can write, unless text_form is False."""

    def name() -> str:
        return _name(choices) if text_form or not choices.flag(1 / 3) else _any_text(choices)

    def dim() -> str:
        kind = choices.integer(0, 2)
        return UNKNOWN_DIM if kind == 2 else _digits(choices) if kind else name()

    graph = MicGraph(symbols=several(choices, 3, name))
    for _ in range(choices.integer(1, 4)):
        graph.add_type(pick(choices, DTYPES), *several(choices, 5, dim))
    for _ in range(choices.integer(1, 3)):
        add = pick(choices, (graph.arg, graph.param))
        add(name(), choices.integer(0, len(graph.types) - 1))
    for _ in range(choices.integer(0, most)):
        ids = range(len(graph.values))
        if not text_form and choices.flag(1 / 10):
            graph.custom(name(), *some_of(choices, ids, 3))
        else:
            opcode = pick(choices, _BUILT_IN)
            most_inputs = opcode.arity + 3 if opcode.variadic else opcode.arity
            inputs = some_of(choices, ids, most_inputs, opcode.arity)
            graph.node(opcode.name, *inputs, **attributes(choices, opcode))
    graph.output = choices.integer(0, len(graph.values) - 1)
    return graph


#: The Hypothesis strategy of it.
graphs = strategy(make_graph)


def make_micb(choices: Choices, *, canonical: bool = False) -> bytes:
    """Return a valid MIC-B file.

    `canonical` leaves out other orders of the string table, and what is in it twice or unused.
    """
    data = dumps(make_graph(choices, text_form=False), format="micb")
    return data if canonical or choices.flag(0.5) else _with_other_strings(choices, data)


#: The Hypothesis strategy of it.
micb_files = strategy(make_micb)


def make_mic2(choices: Choices, *, canonical: bool = False) -> bytes:
    """Return a valid mic@2 text.

    `canonical` leaves out comments, blanks, padded numbers and defaults that are spelled out.
    """
    data = dumps(make_graph(choices), format="mic2")
    if canonical or choices.flag(0.5):
        return data
    return "\n".join(_respelled(choices, data.decode())).encode()


#: The Hypothesis strategy of it.
mic2_files = strategy(make_mic2)


def attributes(choices: Choices, opcode: MindOpcode) -> dict[str, Any]:
    """Return values for all parameters of an operation."""
    return {parameter.name: _argument(choices, parameter) for parameter in opcode.parameters}


def _argument(choices: Choices, parameter: OpcodeParameter) -> Any:
    def number() -> int:
        return choices.integer(parameter.minimum, parameter.maximum)

    return several(choices, 4, number) if parameter.is_list else number()


def _name(choices: Choices) -> str:
    if not choices.flag(1 / 3):
        return pick(choices, _NAMES)
    rest = several(choices, 20, lambda: pick(choices, _LETTERS + _DIGITS))
    return pick(choices, _LETTERS) + "".join(rest)


def _any_text(choices: Choices) -> str:
    return pick(choices, _OTHER_NAMES) if choices.flag(0.5) else any_text(choices)


def _digits(choices: Choices) -> str:
    return "".join(several(choices, MAX_MIC_DIGITS, lambda: pick(choices, _DIGITS), 1))


# MIC-B: the strings in another order, some of them twice, some unused


def _with_other_strings(choices: Choices, data: bytes) -> bytes:
    tree = micb.parse(data)
    texts = [entry["text"] for entry in tree["strings"]]
    table = shuffled(choices, [*texts, *some_of(choices, texts, 2), *several(choices, 2, lambda: _any_text(choices))])
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(table):
        places.setdefault(entry, []).append(place)
    for reference in _string_references(tree):
        reference["idx"] = pick(choices, places[texts[reference["idx"]]])
    tree["strings"] = [{"text": entry} for entry in table]
    built: bytes = micb.build({key: value for key, value in tree.items() if key != "num_strings"})
    return built


def _string_references(tree: Any) -> Iterator[Any]:
    """Yield the fields of a MIC-B file that refer to its string table."""
    yield from tree["symbols"]
    for entry in tree["types"]:
        yield from entry["dims"]
    for value in tree["values"]:
        body = value["body"]
        if "name" in body:
            yield body["name"]
        elif "name" in (body.get("params") or ()):
            yield body["params"]["name"]


# mic@2: other spellings of the same lines


def _respelled(choices: Choices, canonical: str) -> Iterator[str]:
    for line in canonical.split("\n"):
        for _ in range(choices.flag(0.25)):
            yield pick(choices, ("", " \t", f"{COMMENT} {_name(choices)}", COMMENT))
        if line == HEADER:
            yield line
        else:
            yield _spaced(choices, list(_tokens(choices, line.split(" "))))
    yield from some_of(choices, ("", COMMENT), 2)


def _spaced(choices: Choices, tokens: list[str]) -> str:
    parts = [_blank(choices) if choices.flag(1 / 8) else ""]
    for token in tokens:
        parts += [token, " " if not choices.flag(1 / 4) else _blank(choices)]
    return "".join(parts[:-1]) + (_blank(choices) if choices.flag(1 / 8) else "")


def _blank(choices: Choices) -> str:
    return pick(choices, ("  ", "\t", " \t "))


def _tokens(choices: Choices, tokens: list[str]) -> Iterator[str]:
    """Yield the tokens of a line, some numbers padded, some defaults written or left out."""
    head = tokens[0]
    yield head
    if head in BY_TOKEN:
        yield from (_padded(choices, token) for token in _arguments(choices, BY_TOKEN[head], tokens[1:]))
    elif head == OUTPUT:
        yield _padded(choices, tokens[1])
    elif head in BINDINGS:
        yield from (tokens[1], TYPE + _padded(choices, tokens[2].removeprefix(TYPE)))
    else:
        assert head == SYMBOL or head.startswith(TYPE)
        yield from tokens[1:]  # names and dimensions are what they are


def _arguments(choices: Choices, opcode: MindOpcode, tokens: list[str]) -> list[str]:
    defaults = [str(number) for number in opcode.defaults or ()]
    if not defaults or opcode.variadic or not choices.flag(0.5):
        return tokens
    if len(tokens) == opcode.arity:
        return tokens + defaults
    return tokens[: opcode.arity] if tokens[opcode.arity :] == defaults else tokens


def _padded(choices: Choices, number: str) -> str:
    digits = number.removeprefix("-")
    if len(digits) + 2 > MAX_MIC_DIGITS or not choices.flag(1 / 6):
        return number
    return number[: len(number) - len(digits)] + "0" * choices.integer(1, 2) + digits
