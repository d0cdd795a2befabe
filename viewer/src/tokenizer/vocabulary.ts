/** The tokens of a model with their ids, scores and merges, as the generated readers find them in the resources. */
import { Merges } from "nacformats/merges.js";
import { TokenScores } from "nacformats/token_scores.js";
import { Vocab } from "nacformats/vocab.js";
import { TokenizerError } from "./errors.js";

/** Files by name, as the section `rsrc` holds them. */
export type Resources = ReadonlyMap<string, Uint8Array>;

const UNKNOWN_TOKENS = ["<unk>", "[UNK]"];
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export class Vocabulary {
  readonly tokens = new Map<number, string>();
  /** The id of `<unk>` or `[UNK]`. */
  readonly unknown: number | undefined;
  /** The ids of the tokens `<0x00>` to `<0xFF>`, if all are there that a character may need. */
  readonly byteIds: ReadonlyMap<number, number> | undefined;

  /**
   * @param ids by token.
   * @param scores by token; empty where there are none.
   */
  constructor(
    readonly ids: ReadonlyMap<string, number>,
    readonly scores: ReadonlyMap<string, number>,
  ) {
    for (const [token, id] of ids) this.tokens.set(id, token);
    this.unknown = UNKNOWN_TOKENS.map((name) => ids.get(name)).find((id) => id !== undefined);
    this.byteIds = this.foundBytes();
  }

  /** Return the ids for a text that is no token: those of its bytes, or the unknown one, or none. */
  idsOfUnknown(text: string): number[] {
    const ids = this.byteIds;
    if (ids !== undefined) return [...encoder.encode(text)].map((byte) => ids.get(byte)!);
    return this.unknown === undefined ? [] : [this.unknown];
  }

  private foundBytes(): ReadonlyMap<number, number> | undefined {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const nameOf = (byte: number): string => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;
    if (!bytes.some((byte) => this.ids.has(nameOf(byte)))) return undefined;
    const found = new Map<number, number>();
    for (const byte of bytes) {
      const id = this.ids.get(nameOf(byte)) ?? (byte < 0x80 ? this.ids.get(String.fromCharCode(byte)) : undefined);
      if (id !== undefined) found.set(byte, id);
    }
    const isUsed = (byte: number): boolean => byte !== 0xc0 && byte !== 0xc1 && byte < 0xf5;
    return bytes.every((byte) => found.has(byte) || !isUsed(byte)) ? found : undefined;
  }
}

/** Read `vocab.b`, and `scores.b` if it is there. Throws FormatError and TokenizerError for damaged ones. */
export function readVocabulary(resources: Resources): Vocabulary {
  const data = resource(resources, "vocab.b");
  const tree = Vocab.read(data);
  const [entries, offsets] = [tree.entriesColumns, tree.offsetsColumns];
  if (entries === undefined || offsets === undefined) throw new TokenizerError("too many tokens", "vocab.b");
  const scores = readScores(resources, tree, entries.scoreBits);
  const ids = new Map<string, number>();
  const scored = new Map<string, number>();
  for (let at = 0; at < entries.$count; at++) {
    const [start, id] = [entries.tokenStarts[at]!, entries.idToken[at]!];
    const token = textOf(data, start, entries.tokenSizes[at]!, `vocab.b: entries[${at}].token`);
    if (offsets.ofsEntry[at] !== start - entries.tokenStarts[0]!)
      throw new TokenizerError("is not where the entry is", `vocab.b: offsets[${at}]`);
    if (ids.has(token) || id < 0) throw new TokenizerError("a token or an id that cannot be", `vocab.b: entries[${at}]`);
    if (!Number.isFinite(scores[at])) throw new TokenizerError("a score is a finite number", `vocab.b: entries[${at}]`);
    ids.set(token, id);
    scored.set(token, scores[at]!);
  }
  const vocabulary = new Vocabulary(ids, scores.some((score) => score !== 0) ? scored : new Map());
  if (vocabulary.tokens.size !== ids.size) throw new TokenizerError("two tokens have the same id", "vocab.b");
  return vocabulary;
}

/** Return the scores of the entries: of `scores.b` where it is, in full precision. */
function readScores(resources: Resources, tree: Vocab, bits: ArrayLike<number>): Float64Array {
  const exact = resources.get("scores.b");
  if (exact === undefined) return Float64Array.from(new Float32Array(Uint32Array.from(bits).buffer));
  const { scores } = TokenScores.read(exact);
  if (scores.length !== tree.numEntries) throw new TokenizerError("as many as vocab.b has entries", "scores.b: num_scores");
  return new Float64Array(BigUint64Array.from(scores, (score) => BigInt(score.bits)).buffer);
}

/** The ranks of pairs of tokens; a pair that comes several times has its last rank. */
export class Ranks {
  private readonly ranks = new Map<string, number>();

  add(left: string, right: string, rank: number): void {
    this.ranks.set(keyOf(left, right), rank);
  }

  of(left: string, right: string): number | undefined {
    return this.ranks.get(keyOf(left, right));
  }
}

/** Half of a surrogate pair is between both: no token has one. */
function keyOf(left: string, right: string): string {
  return `${left}\ud800${right}`;
}

/** Read `merges.b`. Throws FormatError and TokenizerError for a damaged one. */
export function readMerges(resources: Resources): Ranks {
  const tree = Merges.read(resource(resources, "merges.b"));
  if (tree.pairs.length > tree.numLines) throw new TokenizerError("more pairs than lines", "merges.b");
  const ranks = new Ranks();
  tree.pairs.forEach((pair, rank) => ranks.add(pair.left, pair.right, rank));
  return ranks;
}

function resource(resources: Resources, name: string): Uint8Array {
  const found = resources.get(name);
  if (found === undefined) throw new TokenizerError("the file does not hold this resource", name);
  return found;
}

/** Return the text of a field, which its columns have the place of. */
function textOf(data: Uint8Array, start: number, size: number, path: string): string {
  try {
    return decoder.decode(data.subarray(start, start + size));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TokenizerError("not UTF-8", path);
  }
}
