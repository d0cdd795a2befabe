/** Rows that come from the worker, a page at a time, when they are looked at. */

const AT_ONCE = 4;
const WAITING = 8;
const KEPT = 64;

/** A cache of pages: `at` returns what is there, and asks for what is not. */
export class Pages<T> {
  readonly #size: number;
  readonly #load: (first: number, count: number) => Promise<readonly T[]>;
  readonly #changed: (failure?: Error) => void;
  readonly #pages = new Map<number, readonly T[]>();
  readonly #asked = new Set<number>();
  readonly #patient = new Set<() => void>();
  #waiting: number[] = [];

  constructor(size: number, load: (first: number, count: number) => Promise<readonly T[]>, changed: (failure?: Error) => void) {
    this.#size = size;
    this.#load = load;
    this.#changed = changed;
  }

  at(index: number): T | undefined {
    const number = Math.floor(index / this.#size);
    const page = this.#pages.get(number);
    if (page) return page[index % this.#size];
    this.#want(number);
    return undefined;
  }

  /** Return what is at an index once it is here; undefined if it cannot be read. */
  async loaded(index: number): Promise<T | undefined> {
    const number = Math.floor(index / this.#size);
    while (!this.#pages.has(number)) {
      this.#want(number);
      await new Promise<void>((resolve) => this.#patient.add(resolve));
    }
    return this.at(index);
  }

  /** The newest wish goes first: who scrolls fast does not wait for what went by. */
  #want(number: number): void {
    if (this.#asked.has(number) || this.#waiting.includes(number)) return;
    this.#waiting.push(number);
    this.#waiting = this.#waiting.slice(-WAITING);
    this.#next();
  }

  #next(): void {
    if (this.#asked.size >= AT_ONCE) return;
    const number = this.#waiting.pop();
    if (number === undefined) return;
    this.#asked.add(number);
    this.#load(number * this.#size, this.#size).then(
      (rows) => this.#done(number, rows),
      (error: Error) => this.#done(number, [], error),
    );
  }

  #done(number: number, rows: readonly T[], failure?: Error): void {
    this.#asked.delete(number);
    if (this.#pages.size >= KEPT) this.#pages.delete(this.#pages.keys().next().value!);
    this.#pages.set(number, rows);
    this.#changed(failure);
    this.#next();
    this.#patient.forEach((resolve) => resolve());
    this.#patient.clear();
  }
}
