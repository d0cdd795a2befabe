/** A program as a graph: what its nodes are, and where they are. */
import type { Program } from "../protocol.js";
import type { FoldPart, Part } from "./folding.js";
import { operandText, operandsOf, typeOf } from "./folding.js";
import { type Laid, layoutOf } from "./layout.js";
import { brief } from "./text.js";

/** Nodes at one level; what is beyond is cut. */
export const MOST_NODES = 240;
/** A value that more nodes use than this is named in them, without lines. */
const MOST_USES = 6;
const MOST_NAMED = 3;
const LETTER = 7.3;
const LINE = 16;
/** Pixels of the title of an open fold. */
export const HEAD = 26;

export interface GraphNode {
  readonly key: string;
  readonly kind: "row" | "fold" | "input" | "output" | "port";
  readonly row: number;
  readonly fold: FoldPart | null;
  readonly lines: readonly string[];
  /** What is inside of an open fold. */
  readonly inside: Graph | null;
}

/** Nodes of one level, laid out. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly sizes: readonly (readonly [width: number, height: number])[];
  readonly edges: readonly (readonly [from: number, to: number])[];
  readonly laid: Laid;
  /** Rows that are not shown. */
  readonly cut: number;
}

export interface GraphInput {
  readonly program: Program;
  readonly open: ReadonlySet<string>;
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  /** The last row that uses each row; -1 for none. */
  readonly lastUse: Int32Array;
  /** The row from which on rows are shown, if there are too many. */
  readonly from: number;
}

export function lastUses(program: Program): Int32Array {
  const last = new Int32Array(program.operator.length).fill(-1);
  for (let row = 0; row < last.length; row += 1) {
    for (let at = program.starts[row]!; at < program.starts[row + 1]!; at += 1) {
      const operand = program.operands[at]!;
      if (operand >= 0 && operand < last.length) last[operand] = row;
    }
  }
  return last;
}

/** A row that takes nothing and is no input: a parameter, named in what uses it. */
export function isParameter({ program, inputs }: Pick<GraphInput, "program" | "inputs">, row: number): boolean {
  const isLeaf = program.starts[row] === program.starts[row + 1];
  return isLeaf && !inputs.has(program.names[row] ?? "");
}

/** A node before it has a place. */
interface Draft {
  readonly start: number;
  readonly stop: number;
  readonly fold: FoldPart | null;
}

/** Return the nodes of parts, at most MOST_NODES of them, and how many rows are not among them. */
function draftsOf(given: GraphInput, parts: readonly Part[]): { drafts: readonly Draft[]; cut: number } {
  const drafts: Draft[] = [];
  let cut = 0;
  const total = parts.reduce((sum, part) => sum + (part.kind === "fold" ? 1 : part.stop - part.start), 0);
  const from = total > MOST_NODES ? given.from : 0;
  for (const part of parts) {
    const step = part.kind === "fold" ? part.stop - part.start : 1;
    for (let row = part.start; row < part.stop; row += step) {
      if (part.kind === "rows" && isParameter(given, row)) continue;
      if (drafts.length < MOST_NODES && row + step > from) drafts.push({ start: row, stop: row + step, fold: part.kind === "fold" ? part : null });
      else cut += step;
    }
  }
  return { drafts, cut };
}

function draftAt(drafts: readonly Draft[], row: number): number {
  let [low, high] = [0, drafts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, stop } = drafts[middle]!;
    if (row < start) high = middle - 1;
    else if (row >= stop) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** Return the nodes that use each value from another node or from outside: by the row of the value. */
function usesOf(given: GraphInput, drafts: readonly Draft[]): ReadonlyMap<number, ReadonlySet<number>> {
  const uses = new Map<number, Set<number>>();
  for (const [number, { start, stop }] of drafts.entries()) {
    for (let row = start; row < stop; row += 1) {
      for (const operand of operandsOf(given.program, row)) {
        const isInside = operand >= start && operand < stop;
        if (operand < 0 || isInside || operand >= given.lastUse.length) continue;
        if (!uses.has(operand)) uses.set(operand, new Set());
        uses.get(operand)!.add(number);
      }
    }
  }
  return uses;
}

/** Return where the node of a row is, or that of the closed fold that it is in; null if it is not shown. */
export function placeOf(graph: Graph, row: number): readonly [x: number, y: number] | null {
  for (const [number, node] of graph.nodes.entries()) {
    const [x, y] = graph.laid.places[number]!;
    const { fold, inside, kind } = node;
    if (kind === "port") continue;
    const isHere = fold ? row >= fold.start && row < fold.stop : node.row === row;
    if (!isHere) continue;
    const within = inside && placeOf(inside, row);
    if (!within) return [x, y];
    const [width, height] = graph.sizes[number]!;
    return [x - width / 2 + (width - inside.laid.width) / 2 + within[0], y - height / 2 + HEAD + within[1]];
  }
  return null;
}

/** Return the graph of parts. `within` are the rows of the fold that they are in, or null of the program itself. */
export async function graphOf(given: GraphInput, parts: readonly Part[], within: FoldPart | null): Promise<Graph> {
  const { drafts, cut } = draftsOf(given, parts);
  const named = drafts.map(() => new Set<string>());
  const edges = new Map<string, readonly [number, number]>();
  const ports: GraphNode[] = [];
  const link = (from: number, to: number) => edges.set(`${from} ${to}`, [from, to]);
  for (const [row, users] of usesOf(given, drafts)) {
    const from = draftAt(drafts, row);
    const isNamed = isParameter(given, row) || (users.size > MOST_USES && (from < 0 || drafts[from]!.fold === null));
    if (isNamed) users.forEach((user) => named[user]!.add(operandText(given.program, row)));
    else if (from >= 0) users.forEach((user) => link(from, user));
    else users.forEach((user) => link(drafts.length + ports.length, user));
    if (!isNamed && from < 0) ports.push(portOf(given, row, "in"));
  }
  for (const [number, { start, stop }] of drafts.entries()) {
    for (const row of within ? rowsUsedAfter(given, start, stop, within.stop) : []) {
      link(number, drafts.length + ports.length);
      ports.push(portOf(given, row, "out"));
    }
  }
  const inner = await Promise.all(drafts.map((draft, number) => nodeOf(given, draft, [...named[number]!])));
  const nodes = [...inner, ...ports];
  const sizes = nodes.map(sizeOf);
  const lines = [...edges.values()];
  return { nodes, sizes, edges: lines, laid: await layoutOf(sizes, lines), cut };
}

function rowsUsedAfter(given: GraphInput, start: number, stop: number, end: number): readonly number[] {
  const rows: number[] = [];
  for (let row = start; row < stop; row += 1) if (given.lastUse[row]! >= end) rows.push(row);
  return rows;
}

function portOf({ program }: GraphInput, row: number, way: string): GraphNode {
  return { key: `${way}${row}`, kind: "port", row, fold: null, lines: [brief(operandText(program, row), 24)], inside: null };
}

async function nodeOf(given: GraphInput, { start, fold }: Draft, named: readonly string[]): Promise<GraphNode> {
  const { program, inputs, outputs, open } = given;
  const name = program.names[start] ?? "";
  const extra = named.slice(0, MOST_NAMED).map((text) => brief(text, 30));
  const more = named.length > MOST_NAMED ? [`and ${named.length - MOST_NAMED} more`] : [];
  if (fold) {
    const inside = open.has(fold.key) ? await graphOf(given, fold.parts(), fold) : null;
    return { key: fold.key, kind: "fold", row: start, fold, lines: [brief(fold.title, 48)], inside };
  }
  const operator = brief(program.operators[program.operator[start]!] ?? "", 32);
  const kind = inputs.has(name) ? "input" : outputs.has(name) ? "output" : "row";
  const type = brief(typeOf(program, start), 32);
  const lines = [name ? `${operator} ${brief(name, 24)}` : operator, ...(type ? [type] : []), ...extra, ...more];
  return { key: String(start), kind, row: start, fold: null, lines, inside: null };
}

function sizeOf({ lines, inside, kind }: GraphNode): readonly [width: number, height: number] {
  const width = Math.max(...lines.map((line) => line.length)) * LETTER + (kind === "fold" ? 40 : 18);
  if (inside) return [Math.max(width, inside.laid.width + 8), inside.laid.height + HEAD + (inside.cut ? LINE : 0)];
  return [width, lines.length * LINE + 10];
}
