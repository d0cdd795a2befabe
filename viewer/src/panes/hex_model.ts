/** Bytes with the fields that they belong to, a piece at a time. */
import type { Engine, Span } from "../protocol.js";
import { Pages } from "./pages.js";
import type { Range } from "./store.js";

export const PIECE = 4096;
const COLOURS = 8;

interface Piece {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly spans: readonly Span[];
}

/** Bytes of one line that belong to one field. */
export interface Run {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly path: string;
  /** It goes on from the line before. */
  readonly isRest: boolean;
  readonly isChosen: boolean;
}

export class HexModel {
  readonly #pieces: Pages<Piece>;

  constructor(engine: Engine, file: number, size: number, changed: () => void) {
    const load = async (first: number) => {
      const start = first * PIECE;
      const stop = Math.min(start + PIECE, size);
      const [bytes, spans] = await Promise.all([engine.bytes(file, start, stop), engine.spans(file, start, stop)]);
      return [{ start, bytes, spans }];
    };
    this.#pieces = new Pages(1, load, changed);
  }

  /** Return the runs of the line of `width` bytes from `start` on; undefined if they are on the way. */
  line(start: number, width: number, chosen: Range | null): readonly Run[] | undefined {
    const piece = this.#pieces.at(Math.floor(start / PIECE));
    if (!piece) return undefined;
    const stop = Math.min(start + width, piece.start + piece.bytes.length);
    const runs: Run[] = [];
    let at = start;
    for (let number = firstSpan(piece.spans, start); at < stop; number += 1) {
      const span = piece.spans[number];
      const end = Math.min(span?.stop ?? stop, stop);
      if (end > at) runs.push(...cutRuns(piece, at, end, span, chosen));
      at = Math.max(at, end);
    }
    return runs;
  }
}

/** Return the number of the span that holds an offset. */
function firstSpan(spans: readonly Span[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.stop <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return a run, cut where what is chosen begins and ends. */
function cutRuns(piece: Piece, start: number, stop: number, span: Span | undefined, chosen: Range | null): readonly Run[] {
  const inside = chosen ? [chosen.start, chosen.stop].filter((cut) => cut > start && cut < stop) : [];
  const cuts = [start, ...inside, stop];
  return cuts.slice(1).map((end, index) => {
    const begin = cuts[index]!;
    return {
      start: begin,
      bytes: piece.bytes.subarray(begin - piece.start, end - piece.start),
      path: span?.path ?? "",
      isRest: span !== undefined && begin > span.start,
      isChosen: chosen !== null && begin >= chosen.start && end <= chosen.stop,
    };
  });
}

/** Return the class of the colour of a field: fields of the same name in all elements of a list have the same one. */
export function colourOf(path: string): string {
  if (path === "") return "padding";
  let hash = 0;
  for (const character of path.replace(/\[\d+\]/g, "")) hash = (hash * 33 + character.charCodeAt(0)) % 4294967291;
  return `colour${hash % COLOURS}`;
}
