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

/** Return the parts of a program of so many rows. */
export function partsOf(rows: number, blocks: readonly Block[]): readonly Part[] {
  return partsWithin(0, rows, blocks, 0);
}

/** Return the parts of some rows; the spans of `blocks` are `shift` rows before where they are meant. */
function partsWithin(start: number, stop: number, blocks: readonly Block[], shift: number): readonly Part[] {
  const parts: Part[] = [];
  let at = start;
  for (const group of blocks.flatMap((block) => groupsOf(block, shift)).sort((a, b) => a.start - b.start || b.stop - a.stop)) {
    if (group.start < at || group.stop > stop) continue;
    if (group.start > at) parts.push({ kind: "rows", start: at, stop: group.start });
    parts.push(foldOf(group));
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

function foldOf(group: Group): FoldPart {
  const { block, first, end, start, stop } = group;
  if (end - first === 1) return occurrenceOf(group, first, start, stop, `${block.name}: `);
  const all = block.spans.length;
  const count = end - first === all ? String(all) : `${end - first} of ${all}`;
  const parts = () =>
    block.spans.slice(first, end).map(([from, to], index) => {
      const shift = start - block.spans[first]![0];
      return occurrenceOf(group, first + index, from + shift, to + shift, "");
    });
  return { kind: "fold", key: `${start}-${stop}`, title: `${block.name}: ${count} x ${plural(block.length, "instruction")}`, start, stop, parts };
}

function occurrenceOf({ block }: Group, number: number, start: number, stop: number, name: string): FoldPart {
  const title = `${name}${number + 1} of ${block.spans.length}, ${plural(stop - start, "instruction")}`;
  const parts = () => partsWithin(start, stop, block.inner, start - block.spans[0]![0]);
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
