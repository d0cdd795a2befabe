/** One file: its schema, its fields, and what the page asks about them. */
import { type Bytes, RECORD } from "nacformats/_machine.js";
import type { Opened, ReadProgram, Row, Source, Span, Statistics, Tensor, Token } from "../protocol.js";
import type { Tokenizer } from "../tokenizer/index.js";
import { Refused } from "./calls.js";
import { type Field, Fields } from "./fields.js";
import { hasTokenizer, programOf, tensorsOf, tokenizerOf } from "./formats.js";
import { cut, printable } from "./printing.js";
import { programIn } from "./programs.js";
import { rowOf } from "./rows.js";
import type { KnownSchemas } from "./schemas.js";
import { bytesOf } from "./sources.js";
import { Places } from "./spans.js";
import { statisticsOf } from "./statistics.js";
import { Tree } from "./tree.js";
import { found, jsonOf } from "./walking.js";

/** Most bytes, and most rows, of one answer. */
const MOST_BYTES = 1 << 26;
const MOST_ROWS = 1 << 14;
/** So many records are read when a file is opened, to say whether it is damaged; of what takes long, fewer (milliseconds). */
const MOST_CHECKED = 512;
const CHECKED_FOR = 2000;

export class OpenFile {
  readonly data: Bytes;
  readonly tree: Tree;
  readonly fields: Fields;
  readonly #places: Places;
  #tokenizer: Tokenizer | undefined;
  /** How often something was searched for: a new search ends the one before. */
  #searches = 0;

  constructor(schemas: KnownSchemas, tree: Tree, data: Bytes) {
    this.data = data;
    this.tree = tree;
    this.fields = new Fields(schemas, tree, data.size);
    this.#places = new Places(this.fields, () => new Fields(schemas, this.#again(), data.size), data.size);
  }

  /** Read a file. Without a schema, it is that which its first bytes or its name tell, or the first that reads it. */
  static of(schemas: KnownSchemas, name: string, source: Source, schema: string | undefined): OpenFile {
    const data = bytesOf(source);
    if (schema !== undefined) {
      const known = schemas.get(schema);
      if (known === undefined) {
        throw new Refused({ message: `no schema is called ${cut(printable(schema))}` });
      }
      return new OpenFile(schemas, new Tree(known, data, 0), data);
    }
    return new OpenFile(schemas, recognized(schemas, name, data), data);
  }

  opened(): Opened {
    const { schema } = this.tree;
    this.#check();
    const root = rowOf(this.fields, this.fields.root);
    const { failure } = this.tree;
    const { name, title } = schema.tables;
    const found = { schema: name, title, size: this.data.size, root };
    const rest = { hasTokenizer: hasTokenizer(this.tree), program: programOf(this.fields, schema.format) };
    return { ...found, ...(failure === undefined ? {} : { failure }), ...rest };
  }

  rows(path: string, first: number, count: number): Row[] {
    return this.fields.below(this.#way(path).at(-1)!, first, Math.min(count, MOST_ROWS)).map((each) => rowOf(this.fields, each));
  }
  resolve(path: string): Row[] {
    return this.#way(path).map((each) => rowOf(this.fields, each));
  }
  at(offset: number): Row[] {
    return this.#places.at(offset).map((each) => rowOf(this.fields, each));
  }
  spans(start: number, stop: number): Span[] {
    return this.#places.spans(start, stop);
  }
  bytes(start: number, stop: number): Uint8Array {
    const first = Math.min(Math.max(start, 0), this.data.size);
    const last = Math.min(Math.max(stop, first), this.data.size, first + MOST_BYTES);
    return this.data.part(first, last).slice();
  }

  async search(text: string, after: string, limit: number): Promise<Row[]> {
    this.#searches += 1;
    const number = this.#searches;
    const isOver = () => number !== this.#searches;
    const hits = text === "" ? [] : await found(this.fields, () => this.#again(), { text, after, limit }, isOver);
    return hits.flatMap((path) => this.fields.way(path)?.at(-1) ?? []).map((each) => rowOf(this.fields, each));
  }
  json(path: string, limit: number): string {
    return jsonOf(this.fields, this.#way(path).at(-1)!, Math.min(limit, MOST_BYTES));
  }
  tensors(): Tensor[] {
    return tensorsOf(this.tree);
  }
  program(): ReadProgram | undefined {
    return programIn(this.tree);
  }
  statistics(tensor: Tensor): Promise<Statistics> {
    return statisticsOf(this.data, tensor);
  }
  tokens(text: string): Token[] {
    this.#tokenizer ??= tokenizerOf(this.tree);
    if (this.#tokenizer === undefined) {
      throw new Refused({ message: "the file has no tokenizer" });
    }
    return this.#tokenizer.encode(text);
  }

  /** Return a tree that can be forgotten: all records that were read stay in it. */
  #again(): Tree {
    return new Tree(this.tree.schema, this.data, 0);
  }

  #way(path: string): Field[] {
    const found = this.fields.way(path);
    if (found === undefined) {
      throw new Refused({ message: `the file has no ${cut(printable(path))}`, path });
    }
    return found;
  }

  /** Read the first records with their instances, so that a failure in them is known. */
  #check(): void {
    const waiting: Field[] = [this.fields.root];
    const end = performance.now() + CHECKED_FOR;
    for (let count = 0; count < MOST_CHECKED && waiting.length > 0 && performance.now() < end; count++) {
      const below = this.fields.below(waiting.pop()!, 0, MOST_CHECKED);
      const records = below.filter(({ value, tree }) => value.kind === RECORD && tree === this.tree);
      waiting.push(...records.slice(0, MOST_CHECKED - waiting.length).reverse());
    }
  }
}

/** Return the tree of a file whose schema nobody says. */
function recognized(schemas: KnownSchemas, name: string, data: Bytes): Tree {
  const { sure, named, others } = schemas.candidates(name, data);
  if (sure !== undefined) {
    return new Tree(sure, data, 0);
  }
  let first: Tree | undefined;
  for (const schema of named.length > 0 ? named : others) {
    const tree = new Tree(schema, data, 0);
    if (tree.failure === undefined) {
      return tree;
    }
    first ??= named.length > 0 ? tree : undefined;
  }
  if (first === undefined) {
    throw new Refused({ message: `${cut(printable(name))}: no schema reads it` });
  }
  return first;
}
