/** Walks through the whole tree of a file: search, and the tree as JSON. Both stop where a caller says. */
import {
  BOOL,
  BYTES,
  countOfValue,
  elementOfValue,
  INT,
  LIST,
  NONE,
  NOTHING,
  REAL,
  realOfBits,
  RECORD,
  TEXT,
  textOfValue,
  Value,
  VARINT,
} from "nacformats/_machine.js";
import type { MemberTable } from "../protocol.js";
import { DEEPEST, type Field, type Fields, integerOf, stepsOf } from "./fields.js";
import { beginningOf, hexOf, valueText } from "./texts.js";
import { ROOT, type Tree } from "./tree.js";

/** Most characters of a text that are searched. */
const MOST_SEARCHED = 1 << 16;
/** Milliseconds after which others have a turn, and after which a search ends. */
const TURN = 40;
const LONGEST = 10_000;

/** Records that a tree has before a new one takes its place: all that were read stay in memory. */
const MOST_RECORDS = 1 << 17;

/** A record or a list, and the number of the next one below it. */
interface Level {
  readonly tree: Tree;
  readonly value: Value;
  readonly path: string;
  next: number;
}

/** A field that was come to; `names` are those of its numbers. */
interface Visited {
  readonly tree: Tree;
  readonly path: string;
  /** The id, or "" of an element. */
  readonly id: string;
  readonly value: Value;
  readonly names: MemberTable["names"];
  /** Its bytes may be a file. */
  readonly isHolder: boolean;
}

const ROOT_VALUE = new Value(RECORD, false, 0n, ROOT, 0, 0, NONE);

/** Goes through a tree from an address on, without looking for the places of fields; what is computed is left out. */
class Walker {
  readonly tree: Tree;
  readonly #levels: Level[] = [];
  readonly #held: (path: string) => Tree | undefined;

  /**
   * @param tree of the file.
   * @param held what returns the tree of the file that bytes are.
   * @param after the address.
   */
  constructor(tree: Tree, held: (path: string) => Tree | undefined, after: string) {
    this.tree = tree;
    this.#held = held;
    this.#levels.push({ tree, value: ROOT_VALUE, path: "", next: 0 });
    for (const step of stepsOf(after)) {
      const index = this.#numberOf(this.#levels.at(-1)!, step);
      if (index === NONE) {
        break;
      }
      this.#levels.at(-1)!.next = index;
      this.next();
    }
  }

  /** Go to the next field: one below the last, if there is one. */
  next(): Visited | undefined {
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      const found = level.value.kind === LIST ? this.#element(level) : this.#field(level);
      if (found === undefined) {
        this.#levels.pop();
      } else {
        if (this.#levels.length < DEEPEST) {
          this.#enter(found);
        }
        return found;
      }
    }
    return undefined;
  }

  #enter({ tree, path, value, isHolder }: Visited): void {
    const inner = isHolder ? this.#held(path) : undefined;
    if (inner !== undefined) {
      this.#levels.push({ tree: inner, value: ROOT_VALUE, path, next: 0 });
    } else if (value.kind === LIST || value.kind === RECORD) {
      this.#levels.push({ tree, value, path, next: 0 });
    }
  }

  #element(level: Level): Visited | undefined {
    const { tree } = level;
    const { m } = tree;
    const index = level.next++;
    if (index >= countOfValue(m, level.value)) {
      return undefined;
    }
    const value = elementOfValue(m, level.value, index);
    return { tree, path: `${level.path}[${index}]`, id: "", value, names: undefined, isHolder: false };
  }

  #field(level: Level): Visited | undefined {
    const { tree } = level;
    const { m, schema } = tree;
    const node = level.value.a;
    const type = m.nodes[node]!.type;
    const row = m.types[type]!;
    while (level.next < row.fields + row.placed) {
      const slot = row.params + level.next++;
      if (level.next > row.fields && tree.instance(node, slot) === undefined) {
        continue;
      }
      const value = tree.value(node, slot);
      if (value.kind !== NOTHING) {
        const { id, names, holds } = schema.member(type, slot);
        const path = level.path === "" ? id : `${level.path}.${id}`;
        return { tree, path, id, value, names, isHolder: holds !== undefined && value.kind === BYTES };
      }
    }
    return undefined;
  }

  /** Return the number of a step below a level, or NONE. */
  #numberOf({ tree, value }: Level, step: string): number {
    if (value.kind === LIST) {
      return step.startsWith("[") ? Number(step.slice(1, -1)) : NONE;
    }
    const type = tree.m.nodes[value.a]!.type;
    const slot = tree.schema.slots[type]!.get(step);
    return slot === undefined ? NONE : slot - tree.m.types[type]!.params;
  }
}

/** A text that is searched after an address, and how often it has to be found. */
interface Wish {
  readonly text: string;
  readonly after: string;
  readonly limit: number;
}

/**
 * Return the addresses of fields whose name or value holds a text. A tree of its own is read for that, and forgotten. The
 * search takes turns with others, and ends when `isOver`.
 */
export async function found(fields: Fields, read: () => Tree, wish: Wish, isOver: () => boolean): Promise<string[]> {
  const { text, after, limit } = wish;
  const held = (path: string) => heldTree(fields, path);
  const wanted = { text: text.toLowerCase(), number: numberIn(text) };
  const hits: string[] = [];
  const end = performance.now() + LONGEST;
  let turn = performance.now() + TURN;
  let walker = new Walker(read(), held, after);
  for (let each = walker.next(); each !== undefined; each = walker.next()) {
    if (matches(each, wanted) && hits.push(each.path) >= limit) {
      break;
    }
    if (performance.now() > turn) {
      await new Promise((resolve) => setTimeout(resolve));
      if (isOver() || performance.now() > end) {
        break;
      }
      turn = performance.now() + TURN;
    }
    if (walker.tree.m.nodes.length > MOST_RECORDS) {
      walker = new Walker(read(), held, each.path);
    }
  }
  return hits;
}

function heldTree(fields: Fields, path: string): Tree | undefined {
  const field = fields.way(path)?.at(-1);
  const inner = field === undefined ? undefined : fields.inside(field);
  return inner === field ? undefined : inner?.tree;
}

function numberIn(text: string): bigint | undefined {
  if (!/^-?(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)) {
    return undefined;
  }
  return text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
}

function matches({ tree, id, value, names }: Visited, wanted: { text: string; number: bigint | undefined }): boolean {
  if (id.includes(wanted.text)) {
    return true;
  }
  if (value.kind === INT || value.kind === VARINT || value.kind === BOOL) {
    if (names !== undefined) {
      return valueText(tree, value, names).toLowerCase().includes(wanted.text);
    }
    return wanted.number !== undefined && value.kind !== BOOL && integerOf(value) === wanted.number;
  }
  if (value.kind === LIST) {
    return false;
  }
  const shown = value.kind === TEXT ? beginningOf(tree.m, value, MOST_SEARCHED) : valueText(tree, value, names);
  return shown.toLowerCase().includes(wanted.text);
}

/** Return a part of the tree as JSON, cut at `limit` characters. Bytes are hexadecimal. */
export function jsonOf(fields: Fields, field: Field, limit: number): string {
  const to = new JsonText(limit);
  putJson(fields, field, to, "\n");
  return to.text.slice(0, limit);
}

class JsonText {
  text = "";
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }
  get isFull(): boolean {
    return this.text.length > this.limit;
  }
}

function putJson(fields: Fields, given: Field, to: JsonText, line: string): void {
  const field = fields.inside(given);
  const isList = field.value.kind === LIST;
  if (!isList && field.value.kind !== RECORD) {
    to.text += plainJson(field, to.limit);
    return;
  }
  const inner = `${line}  `;
  const count = fields.count(field);
  let separator = "";
  to.text += isList ? "[" : "{";
  for (let k = 0; k < count && !to.isFull; k++) {
    const [child] = fields.below(field, k, 1);
    if (child === undefined || (child.start === undefined && child.isInstance)) {
      continue; // it is computed
    }
    to.text += separator + inner + (isList ? "" : `${JSON.stringify(child.name)}: `);
    separator = ",";
    putJson(fields, child, to, inner);
  }
  to.text += (separator === "" ? "" : line) + (isList ? "]" : "}");
}

function plainJson({ tree, value }: Field, limit: number): string {
  const { m } = tree;
  switch (value.kind) {
    case INT:
    case VARINT:
      return String(integerOf(value));
    case BOOL:
      return value.number === 0n ? "false" : "true";
    case REAL: {
      const real = realOfBits(value.number, value.a);
      return Number.isFinite(real) ? String(real) : `"${real}"`;
    }
    case TEXT:
      return JSON.stringify(value.c > limit ? beginningOf(m, value, limit) : textOfValue(m, value));
    case BYTES:
      return `"${hexOf(m.buffers[value.a]!.part(value.b, value.b + Math.min(value.c, limit)), "")}"`;
    case NOTHING:
      return "null";
  }
  return "null";
}
