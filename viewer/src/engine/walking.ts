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
} from "../../../generated/typescript/esm/_machine.js";
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
  readonly value: Value;
  readonly path: string;
  next: number;
}

/** A field that was come to; `names` are those of its numbers. */
interface Visited {
  readonly path: string;
  /** The id, or "" of an element. */
  readonly id: string;
  readonly value: Value;
  readonly names: MemberTable["names"];
}

/** Goes through a tree from an address on, without looking for the places of fields; what is computed is left out. */
class Walker {
  readonly tree: Tree;
  readonly #levels: Level[] = [];

  constructor(tree: Tree, after: string) {
    this.tree = tree;
    this.#levels.push({ value: new Value(RECORD, false, 0n, ROOT, 0, 0, NONE), path: "", next: 0 });
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
        if ((found.value.kind === LIST || found.value.kind === RECORD) && this.#levels.length < DEEPEST) {
          this.#levels.push({ value: found.value, path: found.path, next: 0 });
        }
        return found;
      }
    }
    return undefined;
  }

  #element(level: Level): Visited | undefined {
    const { m } = this.tree;
    const index = level.next++;
    if (index >= countOfValue(m, level.value)) {
      return undefined;
    }
    return { path: `${level.path}[${index}]`, id: "", value: elementOfValue(m, level.value, index), names: undefined };
  }

  #field(level: Level): Visited | undefined {
    const { m, schema } = this.tree;
    const node = level.value.a;
    const type = m.nodes[node]!.type;
    const row = m.types[type]!;
    while (level.next < row.fields + row.placed) {
      const slot = row.params + level.next++;
      if (level.next > row.fields && this.tree.instance(node, slot) === undefined) {
        continue;
      }
      const value = this.tree.value(node, slot);
      if (value.kind !== NOTHING) {
        const { id, names } = schema.member(type, slot);
        return { path: level.path === "" ? id : `${level.path}.${id}`, id, value, names };
      }
    }
    return undefined;
  }

  /** Return the number of a step below a level, or NONE. */
  #numberOf({ value }: Level, step: string): number {
    if (value.kind === LIST) {
      return step.startsWith("[") ? Number(step.slice(1, -1)) : NONE;
    }
    const type = this.tree.m.nodes[value.a]!.type;
    const slot = this.tree.schema.slots[type]!.get(step);
    return slot === undefined ? NONE : slot - this.tree.m.types[type]!.params;
  }
}

/**
 * Return the addresses of fields whose name or value holds a text. A tree of its own is read for that, and forgotten. The
 * search takes turns with others, and ends when `isOver`.
 */
export async function found(read: () => Tree, text: string, after: string, limit: number, isOver: () => boolean): Promise<string[]> {
  const wanted = { text: text.toLowerCase(), number: numberIn(text) };
  const hits: string[] = [];
  const end = performance.now() + LONGEST;
  let turn = performance.now() + TURN;
  let walker = new Walker(read(), after);
  for (let each = walker.next(); each !== undefined; each = walker.next()) {
    if (matches(walker.tree, each, wanted) && hits.push(each.path) >= limit) {
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
      walker = new Walker(read(), each.path);
    }
  }
  return hits;
}

function numberIn(text: string): bigint | undefined {
  if (!/^-?(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)) {
    return undefined;
  }
  return text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
}

function matches(tree: Tree, { id, value, names }: Visited, wanted: { text: string; number: bigint | undefined }): boolean {
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
