"""Random graphs give the same from the file that they become, with the size that they were drawn with and others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import nacformats
from nacformats import Session
from nacformats.compiler.lowering import lower
from nacformats.formats.nac.tables import VERSIONS
from tests.compiler.graphs import GraphMaker, assert_same, run
from tests.compiler.test_passes_property import SETTINGS, SYMBOL, at_another_size, graphs, holds


@SETTINGS
@given(graphs(), st.sampled_from(VERSIONS))
def test_a_file_computes_what_its_graph_computes(maker: GraphMaker, version: str) -> None:
    data = nacformats.dumps(lower(maker.graph, version=version))
    assert nacformats.dumps(lower(maker.graph, version=version)) == data
    assert not list(nacformats.validate(data))
    for size in (SYMBOL, 1, 0):
        inputs = at_another_size(maker, size)
        if not holds(maker.graph, inputs, size):
            assert size != SYMBOL
            continue
        with Session(nacformats.loads(data)) as session:
            assert_same(session.run(inputs), run(maker.graph, inputs))
