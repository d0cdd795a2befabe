import type { Budget } from "./errors.js";

/** Text as a list of characters (code points), and where in the original each of them comes from. */
export class Aligned {
  /**
   * @param characters as the steps so far have made them.
   * @param starts by character, the first position of the original that it is for, in UTF-16.
   * @param stops by character, the position past the last one.
   */
  constructor(
    readonly characters: readonly string[],
    readonly starts: readonly number[],
    readonly stops: readonly number[],
  ) {}

  /** Return text that nothing has changed yet. */
  static original(text: string): Aligned {
    const characters = [...text];
    const starts: number[] = [];
    const stops: number[] = [];
    let at = 0;
    for (const each of characters) {
      starts.push(at);
      at += each.length;
      stops.push(at);
    }
    return new Aligned(characters, starts, stops);
  }

  get text(): string {
    return this.characters.join("");
  }

  cut(start: number, stop: number): Aligned {
    return new Aligned(this.characters.slice(start, stop), this.starts.slice(start, stop), this.stops.slice(start, stop));
  }

  /** Return the span of a part in the original. */
  span(start: number, stop: number): readonly [number, number] {
    if (!this.characters.length) return [0, 0];
    const first = Math.min(start, this.characters.length - 1);
    return [this.starts[first]!, this.stops[Math.max(first, stop - 1)]!];
  }

  /** Return another text, with the character of this one that each of its characters comes from. */
  remade(characters: readonly string[], sources: readonly number[]): Aligned {
    const starts = sources.map((at) => this.starts[at]!);
    return new Aligned(characters, starts, sources.map((at) => this.stops[at]!));
  }
}

/** What a protected rule has recognised: ids that no later step touches. */
export interface Placed {
  readonly ids: readonly number[];
  /** What the fragment in front loses when it ends with it. */
  readonly trim: string;
  readonly start: number;
  readonly stop: number;
}

export type Fragment = Aligned | Placed;

/** A step that makes fragments of fragments. */
export interface Stage {
  run(fragments: readonly Fragment[], budget: Budget): Fragment[];
}

/** Return the fragments with each text cut; what is protected stays. */
export function cutEach(fragments: readonly Fragment[], cut: (text: Aligned) => Iterable<Fragment>): Fragment[] {
  return fragments.flatMap((each) => (each instanceof Aligned ? [...cut(each)] : [each]));
}

/** Return 0, 1, 2, ..., each as often as the counts say. */
export function repeated(counts: readonly number[]): number[] {
  return counts.flatMap((count, at) => new Array<number>(count).fill(at));
}

