/** Fields by their addresses: what a record or a list has, and where. */
import {
  Bytes,
  BYTES,
  countOfValue,
  elementOfValue,
  INT,
  LIST,
  NONE,
  NOTHING,
  RECORD,
  textOfValue,
  TEXT,
  Value,
} from "nacformats/_machine.js";
import type { KnownSchemas } from "./schemas.js";
import { type FieldPlace, isPlain, ROOT, Tree } from "./tree.js";

/** So many records keep their fields. */
const MOST_KEPT = 1 << 12;
/** Fields that are deeper have none: an instance may hold itself. */
export const DEEPEST = 200;

/** A field, an element, or the root. */
export interface Field {
  readonly tree: Tree;
  readonly path: string;
  /** Fields around it. */
  readonly depth: number;
  readonly name: string;
  readonly value: Value;
  /** The record that has it, or NONE for the root. */
  readonly owner: number;
  readonly slot: number;
  /** Of an element. */
  readonly index: number;
  readonly place: FieldPlace | undefined;
  readonly start: number | undefined;
  readonly stop: number | undefined;
  readonly isInstance: boolean;
}

/** Return an integer of any size. */
export function integerOf(value: Value): bigint {
  return value.negative && value.kind === INT ? -value.number : BigInt.asIntN(value.negative ? 64 : 65, value.number);
}

const join = (path: string, name: string) => (path === "" || name.startsWith("[") ? path + name : `${path}.${name}`);

/** Return the names on the way to an address, such as "ops", "instructions", "[3]". */
export function stepsOf(path: string): readonly string[] {
  return path.match(/\[\d+\]|[^.[\]]+/g) ?? [];
}

/** The fields of one file. Bytes that are a file of another schema have the fields of that. */
export class Fields {
  readonly root: Field;
  readonly #schemas: KnownSchemas;
  readonly #kept = new Map<string, readonly Field[]>();
  readonly #inner = new Map<string, Field>();

  constructor(schemas: KnownSchemas, tree: Tree, size: number) {
    this.#schemas = schemas;
    this.root = rootOf(tree, "", "", 0, size);
  }

  /** Return the field with the tree of the file that its bytes are, where they are one; any other one as it is. */
  inside(field: Field): Field {
    if (field.value.kind !== BYTES || field.index !== NONE || field.slot < 0) {
      return field;
    }
    const { tree, value, owner, slot, start, stop } = field;
    const { holds } = tree.schema.member(tree.m.nodes[owner]!.type, slot);
    if (holds === undefined || start === undefined) {
      return field;
    }
    let found = this.#inner.get(field.path);
    if (found === undefined) {
      const schema = holds.startsWith("{") ? this.#called(field, holds.slice(1, -1)) : this.#schemas.get(holds);
      const bytes = tree.m.buffers[value.a]!;
      found = field;
      if (schema?.begins(bytes, value.b, value.c)) {
        const inner = new Tree(schema, new Bytes(bytes.part(value.b, value.b + value.c)), start);
        const isBegun = inner.fields(ROOT).places.some((each) => each !== undefined);
        found = isBegun ? { ...rootOf(inner, field.path, field.name, start, stop), depth: field.depth, isInstance: field.isInstance } : field;
      }
      this.#inner.set(field.path, found);
    }
    return found;
  }

  #called(field: Field, id: string) {
    const { tree, owner } = field;
    const slot = tree.schema.slots[tree.m.nodes[owner]!.type]!.get(id);
    const name = slot === undefined ? undefined : tree.value(owner, slot);
    return name?.kind === TEXT && name.c < 256 ? this.#schemas.called(textOfValue(tree.m, name)) : undefined;
  }

  /** Return how many fields or elements are below one; computed ones count. */
  count(field: Field): number {
    const found = this.inside(field);
    return found.value.kind === LIST ? countOfValue(found.tree.m, found.value) : this.#members(found).length;
  }

  /** Return fields or elements below one. */
  below(field: Field, first = 0, count = Number.MAX_SAFE_INTEGER): Field[] {
    const found = this.inside(field);
    if (found.value.kind !== LIST) {
      return this.#members(found).slice(first, first + count);
    }
    const last = Math.min(countOfValue(found.tree.m, found.value), first + count);
    return Array.from({ length: Math.max(last - first, 0) }, (_, k) => this.element(found, first + k));
  }

  /** Return the field below one that has a name, such as "dims" or "[3]". */
  child(field: Field, name: string): Field | undefined {
    const found = this.inside(field);
    if (found.value.kind !== LIST) {
      return this.#members(found).find((each) => each.name === name);
    }
    const index = /^\[\d{1,15}\]$/.test(name) ? Number(name.slice(1, -1)) : NONE;
    return index >= 0 && index < countOfValue(found.tree.m, found.value) ? this.element(found, index) : undefined;
  }

  /** Return the fields from the root to an address; only what is on the way is read. Nothing where there is none. */
  way(path: string): Field[] | undefined {
    const way = [this.root];
    for (const step of stepsOf(path)) {
      const next = this.child(way.at(-1)!, step);
      if (next === undefined) {
        return undefined;
      }
      way.push(next);
    }
    return way.at(-1)!.path === path ? way : undefined;
  }

  /** Return an element of a list. */
  element(list: Field, index: number): Field {
    const { tree, place, owner, slot, value } = list;
    const start = startOf(place, index);
    const stop = startOf(place, index + 1) ?? list.stop;
    const name = `[${index}]`;
    const element = elementOfValue(tree.m, value, index);
    const path = list.path + name;
    return { tree, path, depth: list.depth + 1, name, value: element, owner, slot, index, place: undefined, start, stop, isInstance: false };
  }

  /** Return the first byte of an element of a list. */
  startOf(list: Field, index: number): number | undefined {
    return startOf(list.place, index);
  }

  /** Return the fields of a record in the order of the file, and then those that are computed. */
  #members(record: Field): readonly Field[] {
    if (record.value.kind !== RECORD || record.depth > DEEPEST) {
      return [];
    }
    let found = this.#kept.get(record.path);
    if (found === undefined) {
      found = membersOf(record);
      if (this.#kept.size >= MOST_KEPT) {
        this.#kept.clear();
      }
      this.#kept.set(record.path, found);
    }
    return found;
  }
}

/** Return the first byte of an element. */
function startOf(place: FieldPlace | undefined, index: number): number | undefined {
  if (place?.starts !== undefined) {
    const { starts, shift } = place.starts;
    return index < starts.length ? starts[index]! + shift : undefined;
  }
  return place?.stride === undefined ? undefined : place.start + index * place.stride;
}

function rootOf(tree: Tree, path: string, name: string, start: number, stop: number | undefined): Field {
  const value = new Value(RECORD, false, 0n, ROOT, 0, 0, NONE);
  const isCut = tree.failure !== undefined && path !== "";
  const place: FieldPlace = { start };
  return { tree, path, depth: 0, name, value, owner: NONE, slot: NONE, index: NONE, place, start, stop: isCut ? undefined : stop, isInstance: false };
}

function membersOf(record: Field): Field[] {
  const { tree, path } = record;
  const depth = record.depth + 1;
  const node = record.value.a;
  const type = tree.m.nodes[node]!.type;
  const row = tree.m.types[type]!;
  const placed = row.params + row.fields;
  const values = placed + row.placed;
  const { places } = tree.fields(node);
  const made = (slot: number, place: FieldPlace | undefined, value: Value, isInstance: boolean): Field => {
    const name = tree.schema.member(type, slot).id;
    const { start, stop } = place ?? {};
    return { tree, path: join(path, name), depth, name, value, owner: node, slot, index: NONE, place, start, stop, isInstance };
  };
  const fields: Field[] = [];
  for (let slot = row.params; slot < placed; slot++) {
    const place = places[slot];
    const value = tree.value(node, slot);
    if (place !== undefined && !(value.kind === NOTHING && place.start === place.stop)) {
      fields.push(made(slot, place, value, false));
    }
  }
  const instances: Field[] = [];
  for (let slot = placed; slot < values; slot++) {
    const place = tree.instance(node, slot);
    if (place !== undefined) {
      instances.push(made(slot, place, tree.value(node, slot), true));
    }
  }
  instances.sort((left, right) => left.start! - right.start!);
  const computed: Field[] = [];
  for (let slot = values; slot < values + row.values; slot++) {
    const value = tree.computed(node, slot);
    if (value !== undefined && isPlain(value)) {
      computed.push(made(slot, undefined, value, true));
    }
  }
  return [...fields, ...instances, ...computed];
}
