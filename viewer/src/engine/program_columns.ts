/** A program that is made row by row; texts that many rows share are kept once. */
import type { ReadProgram } from "../protocol.js";

/** Longer texts are cut. */
const MOST_TEXT = 240;
/** Programs with more operands, more texts, or more characters in names are not kept. */
const MOST_OPERANDS = 1 << 22;
const MOST_TEXTS = 1 << 17;
const MOST_NAMED = 1 << 25;

export class ProgramColumns {
  readonly inputs: number[] = [];
  readonly outputs: number[] = [];
  readonly #path: string;
  readonly #operators = new Map<string, number>();
  readonly #constants = new Map<string, number>();
  readonly #operator: number[] = [];
  readonly #starts: number[] = [];
  readonly #operands: number[] = [];
  readonly #names: Record<number, string> = {};
  /** Characters in names. */
  #named = 0;

  constructor(path: string) {
    this.#path = path;
  }
  get isFull(): boolean {
    const texts = this.#operators.size + this.#constants.size;
    return this.#operands.length > MOST_OPERANDS || texts > MOST_TEXTS || this.#named > MOST_NAMED;
  }
  /** Begin the next row. */
  begin(operator: string): void {
    this.#operator.push(numberOf(this.#operators, operator));
    this.#starts.push(this.#operands.length);
  }
  /** Add an operand: a row, or the text of a constant. */
  take(operand: number | string): void {
    this.#operands.push(typeof operand === "number" ? operand : -1 - numberOf(this.#constants, operand));
  }
  /** Leave out the operands of the last row. */
  clear(): void {
    this.#operands.length = this.#starts.at(-1)!;
  }
  name(row: number, text: string): void {
    this.#names[row] = brief(text);
    this.#named += this.#names[row]!.length;
  }
  program(): ReadProgram {
    return {
      operators: [...this.#operators.keys()],
      operator: this.#operator,
      starts: [...this.#starts, this.#operands.length],
      operands: this.#operands,
      constants: [...this.#constants.keys()],
      types: [],
      type: [],
      names: this.#names,
      path: this.#path,
      blocks: [],
      inputs: this.#namesOf(this.inputs),
      outputs: this.#namesOf(this.outputs),
    };
  }
  #namesOf(rows: readonly number[]): string[] {
    return rows.flatMap((row) => this.#names[row] ?? []);
  }
}

function numberOf(known: Map<string, number>, text: string): number {
  const short = brief(text);
  const number = known.get(short) ?? known.size;
  known.set(short, number);
  return number;
}

function brief(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`;
}
