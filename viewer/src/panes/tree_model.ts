/** The tree as lines: what is open, and which line shows what. */
import type { Engine, Row } from "../protocol.js";
import { Pages } from "./pages.js";

const PAGE = 128;

/** A row that was open at least once. */
interface Branch {
  readonly row: Row;
  readonly parent: Branch | null;
  /** Its number among the rows of its parent. */
  readonly index: number;
  readonly rows: Pages<Row>;
  /** By number, in order: rows below that were open. */
  branches: Branch[];
  isOpen: boolean;
}

/** A line: its row, unless that is still on the way. */
export interface Line {
  readonly row: Row | undefined;
  readonly index: number;
  readonly level: number;
  readonly isOpen: boolean;
  readonly siblings: number;
  readonly parent: Branch | null;
}

export class TreeModel {
  readonly #engine: Engine;
  readonly #file: number;
  readonly #changed: () => void;
  readonly #root: Branch;

  constructor(engine: Engine, file: number, root: Row, changed: () => void) {
    this.#engine = engine;
    this.#file = file;
    this.#changed = changed;
    this.#root = this.#branch(root, null, 0);
    this.#root.isOpen = true;
  }

  #branch(row: Row, parent: Branch | null, index: number): Branch {
    const load = (first: number, count: number) => this.#engine.rows(this.#file, row.path, first, Math.min(count, row.count - first));
    return { row, parent, index, rows: new Pages(PAGE, load, this.#changed), branches: [], isOpen: false };
  }

  get count(): number {
    return 1 + below(this.#root);
  }

  line(number: number): Line {
    const root = this.#root;
    if (number === 0) return { row: root.row, index: 0, level: 1, isOpen: root.isOpen, siblings: 1, parent: null };
    return this.#lineOf(root, number - 1, 2);
  }

  /** Return the row of a line once it is here. */
  async loaded({ row, parent, index }: Line): Promise<Row | undefined> {
    return row ?? parent?.rows.loaded(index);
  }

  /** Return the line `number` of those below a branch. */
  #lineOf(branch: Branch, number: number, level: number): Line {
    let more = 0;
    for (const inner of branch.branches) {
      const at = inner.index + more;
      const count = below(inner);
      if (number < at) break;
      if (number > at && number <= at + count) return this.#lineOf(inner, number - at - 1, level + 1);
      if (number === at) return this.#lineAt(branch, inner.index, level, inner.isOpen);
      more += count;
    }
    return this.#lineAt(branch, number - more, level, false);
  }

  #lineAt(branch: Branch, index: number, level: number, isOpen: boolean): Line {
    return { row: branch.rows.at(index), index, level, isOpen, siblings: branch.row.count, parent: branch };
  }

  /** Open or close the row of a line. */
  toggle(line: Line, isOpen = !line.isOpen): void {
    if (!line.row || line.row.count === 0) return;
    if (line.parent === null) this.#root.isOpen = isOpen;
    else this.#grown(line.parent, line.row, line.index).isOpen = isOpen;
    this.#changed();
  }

  #grown(parent: Branch, row: Row, index: number): Branch {
    const known = parent.branches.find((branch) => branch.index === index);
    if (known) return known;
    const made = this.#branch(row, parent, index);
    parent.branches = [...parent.branches, made].sort((a, b) => a.index - b.index);
    return made;
  }

  /** Return the number of the line of a branch. */
  numberOf(branch: Branch): number {
    return branch.parent === null ? 0 : this.#numberAt(branch.parent, branch.index);
  }

  #numberAt(parent: Branch, index: number): number {
    const before = parent.branches.filter((branch) => branch.index < index);
    return this.numberOf(parent) + 1 + index + before.reduce((sum, branch) => sum + below(branch), 0);
  }

  /** Open all that is above the last row of a chain, and return the number of its line; -1 if it is not there. */
  async reveal(chain: readonly Row[]): Promise<number> {
    let branch = this.#root;
    if (chain.length <= 1) return chain.length - 1;
    for (const [depth, row] of chain.entries()) {
      if (depth === 0) continue;
      const index = await this.#indexOf(branch.row, row);
      if (index < 0) return -1;
      branch.isOpen = true;
      if (depth === chain.length - 1) return this.#numberAt(branch, index);
      branch = this.#grown(branch, row, index);
    }
    return -1;
  }

  async #indexOf(parent: Row, row: Row): Promise<number> {
    const number = /^\[(\d+)\]$/.exec(row.name);
    if (number) return Number(number[1]);
    for (let first = 0; first < parent.count; first += PAGE) {
      const rows = await this.#engine.rows(this.#file, parent.path, first, Math.min(PAGE, parent.count - first));
      const found = rows.findIndex((other) => other.path === row.path);
      if (found >= 0) return first + found;
    }
    return -1;
  }
}

/** Return the number of lines below a branch. */
function below(branch: Branch): number {
  if (!branch.isOpen) return 0;
  return branch.branches.reduce((sum, inner) => sum + below(inner), branch.row.count);
}
