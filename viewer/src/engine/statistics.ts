/** Statistics of the elements of a tensor: its bytes are read part by part. */
import type { Bytes } from "nacformats/_machine.js";
import type { Statistics, Tensor } from "../protocol.js";
import { Refused } from "./calls.js";
import { type Decoder, decoderOf } from "./numbers.js";
import { cut, printable } from "./printing.js";

/** Elements that are read; of more, runs of so many with the others between them left out. */
const MOST_READ = 1 << 24;
const RUN = 1 << 14;
const BINS = 64;
const MOST_CELLS = 128;
/** Milliseconds after which others have a turn. */
const TURN = 40;

/** Elements of a tensor: how many, and as a matrix. */
interface Elements {
  readonly data: Bytes;
  readonly decoder: Decoder;
  readonly start: number;
  readonly count: number;
  readonly columns: number;
  readonly step: number;
}

class Moments {
  minimum = Infinity;
  maximum = -Infinity;
  read = 0;
  finite = 0;
  zeros = 0;
  nans = 0;
  infinities = 0;
  /** Sums of differences from the first number, and of their squares. */
  #pivot: number | undefined;
  #sum = 0;
  #squares = 0;

  add(numbers: ArrayLike<number>): void {
    for (let k = 0; k < numbers.length; k++) {
      const number = numbers[k]!;
      if (!Number.isFinite(number)) {
        Number.isNaN(number) ? this.nans++ : this.infinities++;
        continue;
      }
      this.#pivot ??= number;
      const difference = number - this.#pivot;
      this.#sum += difference;
      this.#squares += difference * difference;
      this.finite++;
      if (number === 0) {
        this.zeros++;
      }
      if (number < this.minimum) {
        this.minimum = number;
      }
      if (number > this.maximum) {
        this.maximum = number;
      }
    }
    this.read += numbers.length;
  }
  get mean(): number {
    return this.finite === 0 ? NaN : this.#pivot! + this.#sum / this.finite;
  }
  get deviation(): number {
    const mean = this.#sum / this.finite;
    return this.finite === 0 ? NaN : Math.sqrt(Math.max(this.#squares / this.finite - mean * mean, 0));
  }
}

/** Means of the cells of a matrix. */
class Cells {
  readonly rows: number;
  readonly columns: number;
  readonly #all: Elements;
  readonly #sums: Float64Array;
  readonly #counts: Float64Array;

  constructor(all: Elements) {
    this.#all = all;
    this.rows = Math.min(Math.ceil(all.count / all.columns), MOST_CELLS);
    this.columns = Math.min(all.columns, MOST_CELLS);
    this.#sums = new Float64Array(this.rows * this.columns);
    this.#counts = new Float64Array(this.rows * this.columns);
  }
  add(first: number, numbers: ArrayLike<number>): void {
    const { count, columns } = this.#all;
    const rows = Math.ceil(count / columns);
    for (let k = 0; k < numbers.length; ) {
      const row = Math.floor((first + k) / columns);
      const column = first + k - row * columns;
      const across = Math.floor((column * this.columns) / columns);
      const next = Math.ceil(((across + 1) * columns) / this.columns);
      const cell = Math.floor((row * this.rows) / rows) * this.columns + across;
      for (const end = Math.min(k + Math.max(next - column, 1), numbers.length); k < end; k++) {
        const number = numbers[k]!;
        if (Number.isFinite(number)) {
          this.#sums[cell]! += number;
          this.#counts[cell]! += 1;
        }
      }
    }
  }
  get means(): number[] {
    return Array.from(this.#sums, (sum, k) => sum / this.#counts[k]!);
  }
}

/** Return statistics of a tensor. It takes turns with others. */
export async function statisticsOf(data: Bytes, tensor: Tensor): Promise<Statistics> {
  const all = elementsOf(data, tensor);
  const moments = new Moments();
  const cells = new Cells(all);
  for await (const [first, numbers] of runs(all)) {
    moments.add(numbers);
    cells.add(first, numbers);
  }
  const { minimum, maximum, mean, deviation, zeros, nans, infinities } = moments;
  const isEmpty = moments.finite === 0;
  const histogram = await histogramOf(all, isEmpty ? 0 : minimum, isEmpty ? 0 : maximum);
  const ends = isEmpty ? { minimum: NaN, maximum: NaN } : { minimum, maximum };
  const map = { rows: cells.rows, columns: cells.columns, means: cells.means };
  return { count: all.count, ...ends, mean, deviation, zeros, nans, infinities, histogram, map, step: all.step };
}

function elementsOf(data: Bytes, { name, dtype, shape, start, stop }: Tensor): Elements {
  const shown = cut(printable(name));
  const decoder = decoderOf(dtype);
  if (decoder === undefined) {
    throw new Refused({ message: `${shown}: elements of ${cut(printable(dtype))} are no plain numbers` });
  }
  if (start === undefined || stop === undefined || !(start >= 0 && stop <= data.size)) {
    throw new Refused({ message: `${shown}: the elements are not in the file` });
  }
  const count = Math.floor((stop - start) / decoder.size);
  if (count <= 0) {
    throw new Refused({ message: `${shown}: no elements` });
  }
  const last = shape.at(-1) ?? 1;
  const columns = typeof last === "number" && last > 0 && count % last === 0 ? last : count;
  return { data, decoder, start, count, columns, step: Math.ceil(count / MOST_READ) };
}

/** Yield runs of elements, and the number of the first one. */
async function* runs({ data, decoder, start, count, step }: Elements): AsyncGenerator<[number, ArrayLike<number>]> {
  let turn = performance.now() + TURN;
  for (let first = 0; first < count; first += step * RUN) {
    const last = Math.min(first + RUN, count);
    yield [first, decoder.decode(data.part(start + first * decoder.size, start + last * decoder.size))];
    if (performance.now() > turn) {
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now() + TURN;
    }
  }
}

async function histogramOf(all: Elements, minimum: number, maximum: number): Promise<Statistics["histogram"]> {
  const [low, high] = minimum < maximum ? [minimum, maximum] : [minimum - 0.5, minimum + 0.5];
  const counts = new Array<number>(BINS).fill(0);
  const width = high / BINS - low / BINS;
  for await (const [, numbers] of runs(all)) {
    for (let k = 0; k < numbers.length; k++) {
      const number = numbers[k]!;
      if (Number.isFinite(number)) {
        const bin = Math.floor((number - low) / width);
        counts[bin < 0 ? 0 : bin < BINS ? bin : BINS - 1]! += 1;
      }
    }
  }
  return { edges: Array.from({ length: BINS + 1 }, (_, k) => low + k * width), counts };
}
