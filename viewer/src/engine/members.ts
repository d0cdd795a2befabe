/** Members of records by their ids, for what knows a format. */
import {
  BYTES,
  type Column,
  countOfValue,
  elementOfValue,
  LIST,
  type Machine,
  NONE,
  NOTHING,
  numberAt,
  numberFrom,
  realOfBits,
  RECORD,
  type Table,
  TEXT,
  textOfValue,
  Value,
} from "nacformats/_machine.js";
import { integerOf } from "./fields.js";
import { beginningOf } from "./texts.js";
import { ROOT, type Tree } from "./tree.js";

/** The most characters of a name, and of the records of a list. */
export const MOST_NAME = 1 << 16;
export const MOST_RECORDS = 1 << 17;

/** The members of a record, which are asked for by their ids. */
export class Members {
  readonly #tree: Tree;
  readonly #node: number;

  constructor(tree: Tree, node: number) {
    this.#tree = tree;
    this.#node = node;
  }
  /** Return a member; an instance is read or computed. Nothing where it is absent, or cannot be read. */
  value(id: string): Value | undefined {
    const { m, schema } = this.#tree;
    const slot = schema.slots[m.nodes[this.#node]!.type]!.get(id);
    const found = slot === undefined ? undefined : this.#tree.computed(this.#node, slot);
    return found?.kind === NOTHING ? undefined : found;
  }
  has(id: string): boolean {
    const { m, schema } = this.#tree;
    return schema.slots[m.nodes[this.#node]!.type]!.has(id);
  }
  record(id: string): Members | undefined {
    const found = this.value(id);
    return found?.kind === RECORD ? new Members(this.#tree, found.a) : undefined;
  }
  number(id: string): number {
    const found = this.value(id);
    return found === undefined ? 0 : Number(integerOf(found));
  }
  /** Return the name of a number in the schema, or the number. */
  name(id: string): string {
    const { m, schema } = this.#tree;
    const type = m.nodes[this.#node]!.type;
    const number = String(this.number(id));
    return schema.member(type, schema.slots[type]!.get(id)!).names?.[number] ?? number;
  }
  text(id: string): string {
    const found = this.value(id);
    return found?.kind === TEXT ? textOfValue(this.#tree.m, found).slice(0, MOST_NAME) : "";
  }
  bytes(id: string): Uint8Array | undefined {
    const found = this.value(id);
    return found?.kind === BYTES ? this.#tree.m.buffers[found.a]!.part(found.b, found.b + found.c) : undefined;
  }
  /** Return where bytes are in the file, the end excluded. */
  place(id: string): readonly [number, number] | undefined {
    const found = this.value(id);
    return found?.kind === BYTES && found.a === 0 ? [found.b, found.b + found.c] : undefined;
  }
  numbers(id: string, most: number): number[] {
    return this.#elements(id, most).map((each) => Number(integerOf(each)));
  }
  records(id: string): Members[] {
    const found = this.#elements(id, MOST_RECORDS).filter((each) => each.kind === RECORD);
    return found.map((each) => new Members(this.#tree, each.a));
  }
  /** Return a record of a list; nothing where it cannot be read. */
  element(id: string, index: number): Members | undefined {
    const { m } = this.#tree;
    const list = this.value(id);
    const found = list?.kind === LIST && index < countOfValue(m, list) ? elementOfValue(m, list, index) : undefined;
    return found?.kind === RECORD ? new Members(this.#tree, found.a) : undefined;
  }
  /** Return a list that was read as columns. */
  columns(id: string): Columns | undefined {
    const { m } = this.#tree;
    const list = this.value(id);
    const table = list?.kind === LIST ? m.items[list.a]!.table : NONE;
    return table === NONE ? undefined : new Columns(m, m.tables[table]!);
  }
  /** Return the names of a number in the records of a list. */
  namesIn(list: string, id: string): Readonly<Record<string, string>> {
    const { m, schema } = this.#tree;
    const type = m.types[m.nodes[this.#node]!.type]!;
    const { type: inner } = m.kinds[m.members[type.first + schema.slots[m.nodes[this.#node]!.type]!.get(list)!]!.kind]!;
    return schema.member(inner, schema.slots[inner]!.get(id)!).names ?? {};
  }
  #elements(id: string, most: number): Value[] {
    const { m } = this.#tree;
    const list = this.value(id);
    const count = list?.kind === LIST ? Math.min(countOfValue(m, list), most) : 0;
    return Array.from({ length: count }, (_, k) => elementOfValue(m, list!, k));
  }
}

/** Records of a list that were read as columns: unsigned numbers by the paths of their fields. */
export class Columns {
  readonly count: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #m: Machine;
  readonly #buffer: number;

  constructor(m: Machine, { count, keys, columns, io }: Table) {
    this.count = count;
    this.#m = m;
    this.#buffer = m.streams[io]!.buffer;
    this.#columns = new Map(keys.map((key, k) => [key, columns[k]!]));
  }
  number(key: string, index: number): number {
    const { width, u1, u2, u4, u8 } = this.#columns.get(key)!;
    return width === 8 ? u8.get(index) : (width === 1 ? u1 : width === 2 ? u2 : u4).data[index]!;
  }
  /** Return a number of 2 or 4 bytes that has a sign. */
  signed(key: string, index: number): number {
    const unused = 32 - 8 * this.#columns.get(key)!.width;
    return (this.number(key, index) << unused) >> unused;
  }
  /** Return a number of 8 bytes, exactly. */
  large(key: string, index: number): bigint {
    return numberAt(this.#columns.get(key)!.u8, index);
  }
  /** Return a number of 8 bytes that has its sign in the lowest bit. */
  zigzag(key: string, index: number): bigint {
    const number = this.large(key, index);
    return (number >> 1n) ^ -(number & 1n);
  }
  /** Return the elements of the list that a record has: the first, and the one after the last. */
  range(key: string, index: number): readonly [start: number, stop: number] {
    return [this.number(`${key}[]`, index), this.number(`${key}[]`, index + 1)];
  }
  /** Return the beginning of a text in UTF-8. */
  text(key: string, index: number, most: number): string {
    return beginningOf(this.#m, new Value(TEXT, false, 0n, this.#buffer, this.number(`${key}@`, index), this.number(`${key}#`, index), NONE), most);
  }
  /** Return the first floats, of `width` bytes in little-endian order, that a record has as bytes. */
  reals(key: string, index: number, width: number, most: number): number[] {
    const start = this.number(`${key}@`, index);
    const count = Math.min(Math.floor(this.number(`${key}#`, index) / width), most);
    return Array.from({ length: count }, (_, k) => realOfBits(numberFrom(this.#m, this.#buffer, start + k * width, width, false), width));
  }
  /** Return the first numbers of the list that a record has. */
  numbers(key: string, index: number, most: number): number[] {
    const [start, stop] = this.range(key, index);
    const count = Math.min(stop - start, most);
    return Array.from({ length: count }, (_, k) => this.number(key, start + k));
  }
}

export const rootOf = (tree: Tree) => new Members(tree, ROOT);
