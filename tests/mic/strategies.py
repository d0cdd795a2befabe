"""Random graphs."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.opcodes import DTYPES, OPCODES, Opcode, OpcodeParameter

#: What the grammar of mic@2 can write; few of each, so that the same one occurs several times.
NAMES = st.sampled_from(["x", "W", "_1", "layer_norm_12", "m", "O", "T0", "S"]) | st.from_regex(
    r"[A-Za-z_][A-Za-z0-9_]{0,20}", fullmatch=True
)
DIMS = NAMES | st.just("?") | st.from_regex("[0-9]{1,20}", fullmatch=True)
#: What only MIC-B can hold.
ANY_TEXT = st.text(max_size=8) | st.sampled_from(["", " ", "a\nb", "\ufeffx", "x" * 200])

_BUILT_IN = [opcode for opcode in OPCODES.values() if opcode.token is not None]


@st.composite
def graphs(draw: st.DrawFn, *, text_form: bool = True) -> MicGraph:
    """Valid graphs; those with a text form only, unless the caller can do without."""
    names, dims = (NAMES, DIMS) if text_form else (NAMES | ANY_TEXT, DIMS | ANY_TEXT)
    graph = MicGraph()
    for name in draw(st.lists(names, max_size=3)):
        graph.add_symbol(name)
    for dtype in draw(st.lists(st.sampled_from(DTYPES), min_size=1, max_size=4)):
        graph.add_type(dtype, *draw(st.lists(dims, max_size=5)))
    for _ in range(draw(st.integers(1, 3))):
        add = graph.arg if draw(st.booleans()) else graph.param
        add(draw(names), draw(st.integers(0, len(graph.types) - 1)))
    for _ in range(draw(st.integers(0, 12))):
        ids = st.integers(0, len(graph.values) - 1)
        if not text_form and draw(st.integers(0, 9)) == 0:
            graph.custom(draw(names), *draw(st.lists(ids, max_size=3)))
            continue
        opcode = draw(st.sampled_from(_BUILT_IN))
        most = 4 if opcode.variadic else opcode.arity
        inputs = draw(st.lists(ids, min_size=opcode.arity, max_size=most))
        graph.node(opcode.name, *inputs, **draw(attributes(opcode)))
    graph.output = draw(st.integers(0, len(graph.values) - 1))
    return graph


def attributes(opcode: Opcode) -> st.SearchStrategy[dict[str, Any]]:
    """Values for all parameters of an operation."""
    return st.fixed_dictionaries({parameter.name: _values(parameter) for parameter in opcode.parameters})


def _values(parameter: OpcodeParameter) -> st.SearchStrategy[Any]:
    small = st.integers(max(parameter.minimum, -4), 4)
    numbers = small | small | st.integers(parameter.minimum, parameter.maximum)
    return st.lists(numbers, max_size=4) if parameter.is_list else numbers
