/** The program as a graph that can be moved and zoomed; blocks open where they are. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { failureOf } from "./actions.js";
import { Fingers } from "./fingers.js";
import type { ProgramViewProps } from "./folding.js";
import { type Graph, type GraphNode, HEAD, MOST_NODES, graphOf, isParameter, lastUses, placeOf } from "./graph_model.js";
import { Icon } from "./icons.js";
import { type FileState, portsOf, useStore } from "./store.js";
import { counted } from "./text.js";

const ZOOM_STEP = 1.25;
const MOST_ZOOM = 3;
const LEAST_ZOOM = 0.02;
const PAN_STEP = 60;
const STEP_ROWS = MOST_NODES / 2;

interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export function ProgramGraph({ file, program, parts, open, chosen, onToggle, onPick }: ProgramViewProps & { file: FileState }) {
  const store = useStore();
  const [graph, setGraph] = useState<Graph | null>(null);
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  const box = useRef<SVGSVGElement>(null);
  const isPlaced = useRef(false);
  const fingers = useRef(new Fingers());
  const given = useMemo(() => {
    const ports = portsOf(file);
    return { program, inputs: new Set(ports.inputs), outputs: new Set(ports.outputs), lastUse: lastUses(program) };
  }, [program]);
  // Where a cut level begins; it stays when what is chosen is near.
  const from = Math.max(0, Math.floor(chosen / STEP_ROWS) * STEP_ROWS - STEP_ROWS / 2);

  useEffect(() => {
    let isOurs = true;
    graphOf({ ...given, open, from }, parts, null).then(
      (made) => isOurs && setGraph(made),
      (error) => isOurs && store.set({ message: failureOf(error).message }),
    );
    return () => {
      isOurs = false;
    };
  }, [given, parts, open, from]);
  useLayoutEffect(() => {
    if (!graph || isPlaced.current) return;
    isPlaced.current = true;
    const { width } = box.current!.getBoundingClientRect();
    const zoom = Math.max(0.4, Math.min(1, width / graph.laid.width));
    setView({ x: (width - graph.laid.width * zoom) / 2, y: 0, zoom });
  }, [graph]);
  // What is chosen comes into sight; a parameter is in the node that uses it.
  const marked = chosen >= 0 && isParameter(given, chosen) ? given.lastUse[chosen]! : chosen;
  useEffect(() => {
    const place = graph && marked >= 0 ? placeOf(graph, marked) : null;
    if (!place) return;
    const { width, height } = box.current!.getBoundingClientRect();
    setView((was) => {
      const [x, y] = [was.x + place[0] * was.zoom, was.y + place[1] * was.zoom];
      const isInSight = x > 0 && x < width && y > 0 && y < height;
      return isInSight ? was : { ...was, x: was.x + width / 2 - x, y: was.y + height / 2 - y };
    });
  }, [graph, marked]);

  function zoomBy(factor: number, x: number, y: number): void {
    setView((was) => {
      const zoom = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, was.zoom * factor));
      const real = zoom / was.zoom;
      return { x: x - (x - was.x) * real, y: y - (y - was.y) * real, zoom };
    });
  }
  function zoomAtMiddle(factor: number): void {
    const { width, height } = box.current!.getBoundingClientRect();
    zoomBy(factor, width / 2, height / 2);
  }
  function fit(): void {
    if (!graph) return;
    const { width, height } = box.current!.getBoundingClientRect();
    const zoom = Math.min(1, width / graph.laid.width, height / graph.laid.height);
    setView({ x: (width - graph.laid.width * zoom) / 2, y: (height - graph.laid.height * zoom) / 2, zoom });
  }
  function pan(x: number, y: number): void {
    setView((was) => ({ ...was, x: was.x + x, y: was.y + y }));
  }
  function onKeyDown(event: KeyboardEvent): void {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowUp: () => pan(0, PAN_STEP),
      ArrowDown: () => pan(0, -PAN_STEP),
      ArrowLeft: () => pan(PAN_STEP, 0),
      ArrowRight: () => pan(-PAN_STEP, 0),
      "+": () => zoomAtMiddle(ZOOM_STEP),
      "-": () => zoomAtMiddle(1 / ZOOM_STEP),
      "0": fit,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  // Listeners of wheels and fingers are not passive: the page itself stays where it is.
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = box.current!.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(-event.deltaY / 200), event.clientX - left, event.clientY - top);
      else pan(-event.deltaX, -event.deltaY);
    };
    box.current!.addEventListener("wheel", onWheel, { passive: false });
    return () => box.current?.removeEventListener("wheel", onWheel);
  }, []);
  return (
    <div class="fill graph">
      <div class="zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoomAtMiddle(ZOOM_STEP)}>
          <Icon name="more" />
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoomAtMiddle(1 / ZOOM_STEP)}>
          <Icon name="less" />
        </button>
        <button type="button" aria-label="Show all" onClick={fit}>
          <Icon name="fit" />
        </button>
      </div>
      {!graph && <p class="over dim">Laying out …</p>}
      {graph && graph.cut > 0 && (
        <p class="over" role="note">
          {counted(graph.cut)} instructions are not shown: a level has at most {MOST_NODES} nodes. Choose another instruction in the list to see what is around it.
        </p>
      )}
      <svg
        ref={box}
        tabindex={0}
        role="group"
        aria-label="Graph of the program. Arrow keys move it, plus and minus zoom. The list has the same as text."
        onKeyDown={onKeyDown}
        onClickCapture={(event) => {
          if (fingers.current.hasMoved) event.stopPropagation();
        }}
        onPointerDown={(event) => fingers.current.down(event, pan, zoomBy)}
      >
        <g transform={`translate(${view.x} ${view.y}) scale(${view.zoom})`}>
          {graph && <Level graph={graph} chosen={marked} onToggle={(node) => onToggle(node.fold!)} onPick={onPick} />}
        </g>
      </svg>
    </div>
  );
}

interface LevelProps {
  readonly graph: Graph;
  readonly chosen: number;
  readonly onToggle: (node: GraphNode) => void;
  readonly onPick: (row: number) => void;
}

function Level({ graph, chosen, onToggle, onPick }: LevelProps) {
  const [hovered, setHovered] = useState(-1);
  return (
    <>
      {graph.edges.map(([from, to], number) => (
        <path
          key={`${from} ${to}`}
          class={`edge ${from === hovered || to === hovered ? "marked" : ""}`}
          d={curve(graph.laid.lines[number]!)}
        >
          <title>{`${graph.nodes[from]!.lines[0]} to ${graph.nodes[to]!.lines[0]}`}</title>
        </path>
      ))}
      {graph.nodes.map((node, number) => {
        const [x, y] = graph.laid.places[number]!;
        const [width, height] = graph.sizes[number]!;
        return (
          <g
            key={node.key}
            transform={`translate(${x - width / 2} ${y - height / 2})`}
            onPointerEnter={() => setHovered(number)}
            onPointerLeave={() => setHovered(-1)}
          >
            <Node node={node} width={width} height={height} isChosen={node.row === chosen && !node.fold} onToggle={onToggle} onPick={onPick} />
            {node.inside && (
              <g transform={`translate(${(width - node.inside.laid.width) / 2} ${HEAD})`}>
                <Level graph={node.inside} chosen={chosen} onToggle={onToggle} onPick={onPick} />
              </g>
            )}
          </g>
        );
      })}
    </>
  );
}

interface NodeProps {
  readonly node: GraphNode;
  readonly width: number;
  readonly height: number;
  readonly isChosen: boolean;
  readonly onToggle: (node: GraphNode) => void;
  readonly onPick: (row: number) => void;
}

function Node({ node, width, height, isChosen, onToggle, onPick }: NodeProps) {
  const act = () => (node.fold ? onToggle(node) : onPick(node.row));
  const cut = node.inside?.cut ?? 0;
  return (
    <g
      class={`node ${node.kind} ${isChosen ? "chosen" : ""}`}
      role="button"
      tabindex={0}
      aria-expanded={node.fold ? node.inside !== null : undefined}
      onClick={act}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      }}
    >
      <rect width={width} height={height} rx={node.kind === "port" ? 10 : 4} />
      {node.fold && <path class="sign" d={node.inside ? "M8 10l5 5 5-5" : "M10 8l5 5-5 5"} />}
      {node.lines.map((line, number) => (
        <text key={number} class={number ? "dim" : ""} x={node.fold ? 24 : 9} y={17 + number * 16}>
          {line}
        </text>
      ))}
      {cut > 0 && (
        <text class="dim" x={9} y={height - 6}>
          {counted(cut)} more are not shown
        </text>
      )}
    </g>
  );
}

/** Return a smooth line through points. */
function curve(points: readonly (readonly [x: number, y: number])[]): string {
  const [first, ...rest] = points;
  let path = `M${first![0]} ${first![1]}`;
  for (const [index, [x, y]] of rest.entries()) {
    const next = rest[index + 1];
    path += next ? `Q${x} ${y} ${(x + next[0]) / 2} ${(y + next[1]) / 2}` : `L${x} ${y}`;
  }
  return path;
}
