"""Random graphs give the same from the file that they become, with the size that they were drawn with and others."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nacformats
from nacformats import Session
from nacformats.compiler.lowering import lower
from nacformats.formats.nac.tables import nac_target
from nacformats.formats.records import VERSIONS
from tests.compiler.graphs import GraphMaker, assert_same
from tests.compiler.test_passes_property import baseline, graphs
from tests.effort import effort


@settings(max_examples=effort(12, 1000), deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs(), st.sampled_from(VERSIONS))
def test_a_file_computes_what_its_graph_computes(maker: GraphMaker, version: str) -> None:
    data = nacformats.dumps(lower(maker.graph, nac_target(version)))
    assert nacformats.dumps(lower(maker.graph, nac_target(version))) == data
    assert not list(nacformats.validate(data))
    for inputs, wanted in baseline(maker):
        with Session(nacformats.loads(data)) as session:
            assert_same(session.run(inputs), wanted)
