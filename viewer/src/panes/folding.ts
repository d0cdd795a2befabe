/** A program as parts: rows one by one, and blocks that can be opened. */
import type { Block, Program } from "../protocol.js";
import { plural } from "./text.js";

/** Rows that are shown one by one; the end excluded. */
export interface RowsPart {
  readonly kind: "rows";
  readonly start: number;
  readonly stop: number;
}

/** Rows that are shown as one line until it is opened: occurrences of a block side by side, or one of them. */
export interface FoldPart {
  readonly kind: "fold";
  readonly key: string;
  readonly title: string;
  readonly start: number;
  readonly stop: number;
  readonly parts: () => readonly Part[];
}

export type Part = RowsPart | FoldPart;

/** Occurrences `first` to below `end` of a block, one right after the other. */
interface Group {
  readonly block: Block;
  readonly first: number;
  readonly end: number;
  readonly start: number;
  readonly stop: number;
}

/** Return the parts of a program. */
export function partsOf(program: Program): readonly Part[] {
  return partsWithin(program, 0, program.operator.length, program.blocks, 0);
}

/** Return what the names of rows begin with, up to a dot: "h.3" of "h.3.ln.weight" and "h.3.mlp.weight"; "" for nothing. */
export function prefixOf({ names }: Program, start: number, stop: number): string {
  let prefix: readonly string[] | null = null;
  for (let row = start; row < stop; row += 1) {
    const name = names[row];
    if (!name?.includes(".")) continue;
    const words = name.split(".").slice(0, -1);
    const end = prefix?.findIndex((word, index) => words[index] !== word) ?? -1;
    if (prefix === null) prefix = words;
    else if (end >= 0) prefix = prefix.slice(0, end);
  }
  return prefix?.join(".") ?? "";
}

/** Return the parts of some rows; the spans of `blocks` are `shift` rows before where they are meant. */
function partsWithin(program: Program, start: number, stop: number, blocks: readonly Block[], shift: number): readonly Part[] {
  const parts: Part[] = [];
  let at = start;
  for (const group of blocks.flatMap((block) => groupsOf(block, shift)).sort((a, b) => a.start - b.start || b.stop - a.stop)) {
    if (group.start < at || group.stop > stop) continue;
    if (group.start > at) parts.push({ kind: "rows", start: at, stop: group.start });
    parts.push(foldOf(program, group));
    at = group.stop;
  }
  if (at < stop) parts.push({ kind: "rows", start: at, stop });
  return parts;
}

function groupsOf(block: Block, shift: number): readonly Group[] {
  const groups: Group[] = [];
  for (const [number, [from, to]] of block.spans.entries()) {
    const [start, stop] = [from + shift, to + shift];
    const last = groups.at(-1);
    if (last?.stop === start) groups[groups.length - 1] = { ...last, end: number + 1, stop };
    else groups.push({ block, first: number, end: number + 1, start, stop });
  }
  return groups;
}

function foldOf(program: Program, group: Group): FoldPart {
  const { block, first, end, start, stop } = group;
  if (end - first === 1) return occurrenceOf(program, group, first, start, stop);
  const all = block.spans.length;
  const count = end - first === all ? String(all) : `${end - first} of ${all}`;
  const parts = () =>
    block.spans.slice(first, end).map(([from, to], index) => {
      const shift = start - block.spans[first]![0];
      return occurrenceOf(program, group, first + index, from + shift, to + shift);
    });
  return { kind: "fold", key: `${start}-${stop}`, title: `${block.name}: ${count} x ${plural(block.length, "instruction")}`, start, stop, parts };
}

function occurrenceOf(program: Program, { block }: Group, number: number, start: number, stop: number): FoldPart {
  const name = prefixOf(program, start, stop) || block.name;
  const title = `${name}: ${number + 1} of ${block.spans.length}, ${plural(stop - start, "instruction")}`;
  const parts = () => partsWithin(program, start, stop, block.inner, start - block.spans[0]![0]);
  return { kind: "fold", key: `${start}-${stop}.1`, title, start, stop, parts };
}

/** A line of the list: a row, or the head of a fold. */
export interface ProgramLine {
  readonly level: number;
  readonly row: number;
  readonly fold: FoldPart | null;
}

interface Stretch {
  readonly first: number;
  readonly level: number;
  readonly part: Part;
}

/** The lines of parts of which some are open. */
export class Listing {
  readonly count: number;
  readonly #stretches: readonly Stretch[];

  constructor(parts: readonly Part[], open: ReadonlySet<string>) {
    const stretches: Stretch[] = [];
    let first = 0;
    const walk = (inner: readonly Part[], level: number) => {
      for (const part of inner) {
        stretches.push({ first, level, part });
        first += part.kind === "rows" ? part.stop - part.start : 1;
        if (part.kind === "fold" && open.has(part.key)) walk(part.parts(), level + 1);
      }
    };
    walk(parts, 1);
    this.count = first;
    this.#stretches = stretches;
  }

  line(number: number): ProgramLine {
    let [low, high] = [0, this.#stretches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#stretches[middle]!.first <= number) low = middle;
      else high = middle - 1;
    }
    const { first, level, part } = this.#stretches[low]!;
    if (part.kind === "fold") return { level, row: part.start, fold: part };
    return { level, row: part.start + number - first, fold: null };
  }

  /** Return the line of a row, or of the closed fold that it is in; -1 if there is none. */
  lineOf(row: number): number {
    let found = -1;
    for (const { first, part } of this.#stretches) {
      if (row >= part.start && row < part.stop) found = part.kind === "rows" ? first + row - part.start : first;
    }
    return found;
  }
}

/** Return the keys of the folds that a row is in. */
export function foldsAround(parts: readonly Part[], row: number): readonly string[] {
  const part = parts.find(({ start, stop }) => row >= start && row < stop);
  return part?.kind === "fold" ? [part.key, ...foldsAround(part.parts(), row)] : [];
}

/** Return what an operand is called: the name of its row, "%12", or a constant. */
export function operandText(program: Program, operand: number): string {
  if (operand < 0) return program.constants[-1 - operand] ?? "";
  return program.names[operand] ?? `%${operand}`;
}

export function operandsOf(program: Program, row: number): readonly number[] {
  return program.operands.slice(program.starts[row], program.starts[row + 1]);
}

export function typeOf(program: Program, row: number): string {
  return program.types[program.type[row] ?? -1] ?? "";
}

/** What the list and the graph of a program show. */
export interface ProgramViewProps {
  readonly program: Program;
  readonly parts: readonly Part[];
  readonly open: ReadonlySet<string>;
  readonly chosen: number;
  readonly onToggle: (fold: FoldPart) => void;
  readonly onPick: (row: number) => void;
}
