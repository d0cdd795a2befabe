/** The models that turn a fragment of text into ids: BPE, WordPiece and Unigram. */
import { TokenizerError, type Budget } from "./errors.js";
import type { Ranks, Vocabulary } from "./vocabulary.js";

/** An id, and the characters of the fragment that it is for, the end excluded. */
export type Piece = readonly [id: number, start: number, stop: number];

export interface Model {
  /** Return the ids of a fragment. A character that becomes several ids has the same place in all of them. */
  encode(characters: readonly string[], budget: Budget): Piece[];
}

/** Longer words are unknown, as in BERT. */
const LONGEST_WORD = 100;

/** The longest token first. A word that cannot be cut into tokens is unknown as a whole. */
export class WordPiece implements Model {
  private readonly longest: number;

  /** @param marker in front of tokens that continue a word. */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly marker: string,
  ) {
    this.longest = longestOf(vocabulary.ids.keys());
  }

  encode(characters: readonly string[], budget: Budget): Piece[] {
    const pieces = characters.length > LONGEST_WORD ? undefined : this.cut(characters, budget);
    if (pieces !== undefined) return pieces;
    const unknown = this.vocabulary.unknown;
    return unknown === undefined ? [] : [[unknown, 0, characters.length]];
  }

  private cut(word: readonly string[], budget: Budget): Piece[] | undefined {
    const pieces: Piece[] = [];
    for (let start = 0; start < word.length; start = pieces.at(-1)![2]) {
      const piece = this.longestMatch(word, start, start ? this.marker : "", budget);
      if (piece === undefined) return undefined;
      pieces.push(piece);
    }
    return pieces;
  }

  private longestMatch(word: readonly string[], start: number, prefix: string, budget: Budget): Piece | undefined {
    for (let stop = Math.min(word.length, start + this.longest); stop > start; stop--) {
      budget.spend(1 + prefix.length, "");
      const id = this.vocabulary.ids.get(prefix + word.slice(start, stop).join(""));
      if (id !== undefined) return [id, start, stop];
    }
    return undefined;
  }
}

function longestOf(tokens: Iterable<string>): number {
  let longest = 0;
  for (const token of tokens) longest = Math.max(longest, [...token].length);
  return longest;
}

/** Two neighbours that may be merged: what they become, and how early. */
interface Merge {
  readonly rank: number;
  readonly id: number;
}

/** Symbols that are linked with their neighbours; `id` is -1 of one that was merged into the left one. */
interface Symbols {
  readonly ids: number[];
  readonly starts: number[];
  readonly stops: number[];
  readonly next: number[];
  readonly previous: number[];
}

/** More than the positions of a text: a rank and a position are one number. */
const POSITIONS = 2 ** 24;

/** Merges pairs, the lowest rank first, from left to right. */
export class Bpe implements Model {
  private readonly merges = new Map<number, Map<number, Merge | undefined>>();

  /** @param suffix what the last character of a fragment ends with, or "". */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly ranks: Ranks,
    private readonly suffix: string,
  ) {}

  encode(characters: readonly string[], budget: Budget): Piece[] {
    budget.spend(characters.length + this.suffix.length, "");
    const symbols = this.symbols(characters);
    this.mergeAll(symbols, budget);
    const pieces: Piece[] = [];
    symbols.ids.forEach((id, at) => id >= 0 && pieces.push([id, symbols.starts[at]!, symbols.stops[at]!]));
    return pieces;
  }

  /** Return the symbols before merging: characters, and what stands for unknown ones. */
  private symbols(characters: readonly string[]): Symbols {
    const [ids, starts, stops]: [number[], number[], number[]] = [[], [], []];
    characters.forEach((character, at) => {
      const ended = at === characters.length - 1 ? character + this.suffix : character;
      const known = this.vocabulary.ids.get(ended);
      for (const id of known === undefined ? this.vocabulary.idsOfUnknown(ended) : [known]) {
        ids.push(id);
        starts.push(at);
        stops.push(at + 1);
      }
    });
    return { ids, starts, stops, next: ids.map((_, at) => at + 1), previous: ids.map((_, at) => at - 1) };
  }

  private mergeAll(symbols: Symbols, budget: Budget): void {
    const { ids, next, previous } = symbols;
    const heap = new Heap();
    const merged = (left: number): Merge | undefined => {
      const right = left < 0 ? ids.length : next[left]!;
      return right < ids.length && ids[left]! >= 0 ? this.mergeOf(ids[left]!, ids[right]!) : undefined;
    };
    const offer = (left: number): void => {
      const merge = merged(left);
      if (merge !== undefined) heap.push(merge.rank * POSITIONS + left);
    };
    ids.forEach((_, at) => offer(at));
    for (let lowest = heap.pop(); lowest !== undefined; lowest = heap.pop()) {
      budget.spend(8, "");
      const left = lowest % POSITIONS;
      const merge = merged(left);
      if (merge?.rank !== Math.floor(lowest / POSITIONS)) continue; // one of the two has been merged since
      const right = next[left]!;
      ids[left] = merge.id;
      symbols.stops[left] = symbols.stops[right]!;
      ids[right] = -1;
      next[left] = next[right]!;
      if (next[left]! < ids.length) previous[next[left]!] = left;
      offer(left);
      offer(previous[left]!);
    }
  }

  private mergeOf(left: number, right: number): Merge | undefined {
    let row = this.merges.get(left);
    if (row === undefined) this.merges.set(left, (row = new Map()));
    if (!row.has(right)) row.set(right, this.lookedUp(left, right));
    return row.get(right);
  }

  private lookedUp(left: number, right: number): Merge | undefined {
    const { tokens, ids } = this.vocabulary;
    const [before, after] = [tokens.get(left)!, tokens.get(right)!];
    const [rank, id] = [this.ranks.of(before, after), ids.get(before + after)];
    return rank === undefined || id === undefined ? undefined : { rank, id };
  }
}

/** Numbers, of which the lowest one is taken first. */
class Heap {
  private readonly items: number[] = [];

  push(item: number): void {
    const items = this.items;
    let at = items.length;
    for (let above = (at - 1) >> 1; at > 0 && items[above]! > item; above = (at - 1) >> 1) {
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.items;
    const lowest = items[0];
    const item = items.pop();
    if (item === undefined || !items.length) return lowest;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && items[below + 1]! < items[below]!) below += 1;
      if (items[below]! >= item) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = item;
    return lowest;
  }
}

/** How much less than the least token an unknown character scores, as in SentencePiece. */
const UNKNOWN_PENALTY = 10;
/** Lengths of tokens that begin with the same two characters: each is tried at each character of a text. */
const MAX_TOKEN_LENGTHS = 128;

/** Takes the way to cut a fragment into tokens that has the highest score; of equal ones, that with the longer end. */
export class Unigram implements Model {
  private readonly scores: ReadonlyMap<string, number>;
  private readonly unknownScore: number;
  /** The lengths of tokens by their first two characters, in ascending order. */
  private readonly lengths = new Map<string, number[]>();

  constructor(private readonly vocabulary: Vocabulary) {
    const known = vocabulary.scores;
    this.scores = new Map([...vocabulary.ids.keys()].map((token) => [token, known.size ? known.get(token)! : -1]));
    let least = Infinity;
    for (const score of this.scores.values()) least = Math.min(least, score);
    this.unknownScore = (least === Infinity ? 0 : least) - UNKNOWN_PENALTY;
    this.findLengths();
  }

  encode(characters: readonly string[], budget: Budget): Piece[] {
    const pieces: Piece[] = [];
    for (const [start, stop] of this.joined(characters, budget)) {
      const id = this.vocabulary.ids.get(characters.slice(start, stop).join(""));
      if (id === undefined) pieces.push(...this.unknown(characters, start, stop));
      else pieces.push([id, start, stop]);
    }
    return pieces;
  }

  private findLengths(): void {
    const found = new Map<string, Set<number>>();
    for (const token of this.vocabulary.ids.keys()) {
      const characters = [...token];
      if (characters.length < 2) continue;
      const first = characters[0]! + characters[1]!;
      const lengths = found.get(first) ?? new Set();
      found.set(first, lengths.add(characters.length));
      if (lengths.size > MAX_TOKEN_LENGTHS)
        throw new TokenizerError(`tokens that begin with ${JSON.stringify(first)} are of too many lengths`, "vocab.b");
    }
    for (const [first, lengths] of found) this.lengths.set(first, [...lengths].sort((a, b) => a - b));
  }

  private unknown(characters: readonly string[], start: number, stop: number): Piece[] {
    const { vocabulary } = this;
    const text = characters.slice(start, stop);
    if (vocabulary.byteIds === undefined) return vocabulary.idsOfUnknown(text.join("")).map((id) => [id, start, stop]);
    return text.flatMap((each, at) =>
      vocabulary.idsOfUnknown(each).map<Piece>((id) => [id, start + at, start + at + 1]),
    );
  }

  /** Return the span of each token of the best way, neighbours that are unknown taken together. */
  private joined(characters: readonly string[], budget: Budget): [number, number][] {
    const { ids, unknown } = this.vocabulary;
    const spans: [number, number][] = [];
    let wasUnknown = false;
    for (const [start, stop] of this.best(characters, budget)) {
      const id = ids.get(characters.slice(start, stop).join(""));
      const isUnknown = id === undefined || id === unknown;
      if (isUnknown && wasUnknown) spans.at(-1)![1] = stop;
      else spans.push([start, stop]);
      wasUnknown = isUnknown;
    }
    return spans;
  }

  /** Return the spans of the best way: the Viterbi algorithm. */
  private best(characters: readonly string[], budget: Budget): [number, number][] {
    const count = characters.length;
    const best = new Float64Array(count + 1).fill(-Infinity);
    const startOf = new Int32Array(count + 1);
    best[0] = 0;
    const offer = (start: number, stop: number, score: number): void => {
      if (best[start]! + score <= best[stop]!) return;
      best[stop] = best[start]! + score;
      startOf[stop] = start;
    };
    for (let start = 0; start < count; start++) {
      offer(start, start + 1, this.scores.get(characters[start]!) ?? this.unknownScore);
      for (const length of this.lengths.get(characters[start]! + (characters[start + 1] ?? "")) ?? []) {
        if (start + length > count) break;
        budget.spend(1 + length, "");
        const score = this.scores.get(characters.slice(start, start + length).join(""));
        if (score !== undefined) offer(start, start + length, score);
      }
    }
    const spans: [number, number][] = [];
    for (let stop = count; stop > 0; stop = startOf[stop]!) spans.push([startOf[stop]!, stop]);
    return spans.reverse();
  }
}
