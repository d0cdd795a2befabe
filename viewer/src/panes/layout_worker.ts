/** The worker that lays out graphs: large ones take seconds. */
import { Graph, layout } from "@dagrejs/dagre";
import type { Laid, ToLay } from "./layout.js";

/** Return where nodes and edges are, in pixels from the upper left. */
function laid({ nodes, edges }: ToLay): Laid {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", ranker: "tight-tree", nodesep: 24, ranksep: 28, edgesep: 12, marginx: 12, marginy: 12 });
  nodes.forEach(([width, height], number) => graph.setNode(String(number), { width, height }));
  edges.forEach(([from, to]) => graph.setEdge(String(from), String(to), {}));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    places: nodes.map((_, number) => {
      const { x, y } = graph.node(String(number));
      return [x, y];
    }),
    lines: edges.map(([from, to]) => graph.edge(String(from), String(to)).points.map(({ x, y }: { x: number; y: number }) => [x, y])),
  };
}

self.onmessage = ({ data }: MessageEvent<ToLay>) => {
  try {
    self.postMessage({ id: data.id, laid: laid(data) });
  } catch (error) {
    self.postMessage({ id: data.id, failure: String(error) });
  }
};
