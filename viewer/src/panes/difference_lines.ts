/** The lines of two programs side by side: rows, equal rows folded, and blocks that changed alike folded. */
import type { DifferentRow, Mark, Program } from "../protocol.js";
import { prefixOf } from "./folding.js";
import { counted, plural } from "./text.js";

/** Equal rows that stay in sight around others, and the fewest that are worth folding. */
const AROUND = 2;
const FEWEST = 3;

/** A line: a row, or the head of a fold. */
export interface SideLine {
  readonly start: number;
  readonly stop: number;
  readonly level: number;
  /** null: a row. */
  readonly fold: { readonly key: string; readonly title: string; readonly isOpen: boolean } | null;
}

/** Rows of the left program that are one occurrence of a block. */
interface Occurrence {
  readonly start: number;
  readonly stop: number;
  readonly block: number;
  readonly name: string;
}

/** Rows of the difference that belong to one occurrence, or to none. */
interface Section {
  readonly start: number;
  readonly stop: number;
  readonly occurrence: Occurrence | null;
  /** What changed: alike in sections that changed alike. */
  readonly changes: string;
}

export function occurrencesOf(program: Program | undefined): readonly Occurrence[] {
  if (!program) return [];
  const all = program.blocks.flatMap(({ name, spans }, block) =>
    spans.map(([start, stop]) => ({ start, stop, block, name: prefixOf(program, start, stop) || name })),
  );
  return all.sort((a, b) => a.start - b.start);
}

/** Return the sections of rows. A row that the left program has not belongs to the row before it. */
export function sectionsOf(rows: readonly DifferentRow[], occurrences: readonly Occurrence[]): readonly Section[] {
  const owners = ownersOf(rows, occurrences);
  const sections: Section[] = [];
  for (let start = 0; start < rows.length; ) {
    let stop = start + 1;
    while (stop < rows.length && owners[stop] === owners[start]) stop += 1;
    const changes = rows.slice(start, stop).map(({ mark, changes: all }) => `${mark}:${all.map(({ what }) => what).join()}`);
    sections.push({ start, stop, occurrence: owners[start]!, changes: changes.join(";") });
    start = stop;
  }
  return sections;
}

function ownersOf(rows: readonly DifferentRow[], occurrences: readonly Occurrence[]): readonly (Occurrence | null)[] {
  let now: Occurrence | null = null;
  return rows.map(({ left }) => {
    if (left !== null && !(now && left >= now.start && left < now.stop)) now = occurrenceAt(occurrences, left);
    return now;
  });
}

function occurrenceAt(occurrences: readonly Occurrence[], row: number): Occurrence | null {
  let [low, high] = [0, occurrences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (occurrences[middle]!.stop <= row) low = middle + 1;
    else high = middle;
  }
  const found = occurrences[low];
  return found && row >= found.start ? found : null;
}

/** Makes lines; `turned` are the keys of folds that are not as they are at first. */
export class SideLines {
  readonly lines: SideLine[] = [];
  readonly #rows: readonly DifferentRow[];
  readonly #turned: ReadonlySet<string>;

  constructor(rows: readonly DifferentRow[], sections: readonly Section[], turned: ReadonlySet<string>) {
    this.#rows = rows;
    this.#turned = turned;
    for (let at = 0; at < sections.length; ) {
      const alike = alikeFrom(sections, at);
      if (sections[at]!.occurrence === null) this.#plain(sections[at]!.start, sections[at]!.stop, 1);
      else this.#blocks(sections.slice(at, at + alike));
      at += alike;
    }
  }

  #fold(start: number, stop: number, level: number, title: string, isOpenFirst: boolean): boolean {
    const key = `${start}-${stop}.${level}`;
    const isOpen = isOpenFirst !== this.#turned.has(key);
    this.lines.push({ start, stop, level, fold: { key, title, isOpen } });
    return isOpen;
  }

  /** Occurrences that changed alike: the first, then the others as one. */
  #blocks(sections: readonly Section[]): void {
    const [first, ...others] = sections as [Section, ...Section[]];
    const last = sections.at(-1)!;
    const marks = marksOf(this.#rows.slice(first.start, first.stop));
    const isChanged = this.#rows.slice(first.start, first.stop).some(({ mark }) => mark !== "same");
    const title = `${namesOf(sections)}: ${others.length ? `${sections.length} x ` : ""}${marks}`;
    if (!this.#fold(first.start, last.stop, 1, title, isChanged)) return;
    this.#plain(first.start, first.stop, 2);
    if (others.length === 0) return;
    const open = this.#fold(others[0]!.start, last.stop, 2, `${namesOf(others)}: the same`, false);
    if (open) others.forEach(({ start, stop }) => this.#plain(start, stop, 3));
  }

  /** Rows one by one, runs of equal ones folded. */
  #plain(from: number, to: number, level: number): void {
    const rows = this.#rows;
    for (let start = from; start < to; ) {
      let stop = start + 1;
      while (stop < to && rows[start]!.mark === "same" && rows[stop]!.mark === "same") stop += 1;
      this.#run(start, stop, level, start === from, stop === to);
      start = stop;
    }
  }

  #run(start: number, stop: number, level: number, isFirst: boolean, isLast: boolean): void {
    const from = isFirst ? start : Math.min(start + AROUND, stop);
    const to = isLast ? stop : Math.max(from, stop - AROUND);
    if (this.#rows[start]!.mark !== "same" || to - from < FEWEST) return this.#single(start, stop, level);
    this.#single(start, from, level);
    if (this.#fold(from, to, level, plural(to - from, "equal row"), false)) this.#single(from, to, level + 1);
    this.#single(to, stop, level);
  }

  #single(start: number, stop: number, level: number): void {
    for (let row = start; row < stop; row += 1) this.lines.push({ start: row, stop: row + 1, level, fold: null });
  }
}

/** Return how many sections from one on are of the same block and changed alike. */
function alikeFrom(sections: readonly Section[], at: number): number {
  const { occurrence, changes } = sections[at]!;
  let stop = at + 1;
  while (occurrence && sections[stop]?.occurrence?.block === occurrence.block && sections[stop]!.changes === changes) stop += 1;
  return stop - at;
}

function namesOf(sections: readonly Section[]): string {
  const [first, last] = [sections[0]!.occurrence!.name, sections.at(-1)!.occurrence!.name];
  return first === last ? first : `${first} to ${last}`;
}

function marksOf(rows: readonly DifferentRow[]): string {
  const counts = new Map<Mark, number>();
  rows.forEach(({ mark }) => counts.set(mark, (counts.get(mark) ?? 0) + 1));
  return [...counts].map(([mark, count]) => `${counted(count)} ${mark === "same" ? "equal" : mark}`).join(", ");
}
