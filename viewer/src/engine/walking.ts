/** Walks through the whole tree of a file: search, and the tree as JSON. Both stop where a caller says. */
import {
  BOOL,
  BYTES,
  INT,
  LIST,
  NONE,
  NOTHING,
  REAL,
  realOfBits,
  RECORD,
  TEXT,
  textOfValue,
  VARINT,
} from "../../../generated/typescript/esm/_machine.js";
import { type Field, type Fields, integerOf } from "./fields.js";
import { beginningOf, hexOf, textOf } from "./texts.js";

/** Most characters of a text that are searched. */
const MOST_SEARCHED = 1 << 16;
/** Milliseconds after which others have a turn, and after which a search ends. */
const TURN = 40;
const LONGEST = 10_000;

/** A list or a record, and the number of the next one below it. */
interface Level {
  readonly field: Field;
  next: number;
}

/** Yield the fields after an address in the order of the file: those below it first. */
export function* fieldsAfter(fields: Fields, path: string): Generator<Field> {
  const way = fields.way(path) ?? [fields.root];
  const levels: Level[] = way.map((field, k) => ({ field, next: k + 1 < way.length ? numberOf(fields, field, way[k + 1]!) + 1 : 0 }));
  while (levels.length > 0) {
    const level = levels.at(-1)!;
    const [child] = fields.below(level.field, level.next, 1);
    level.next += 1;
    if (child === undefined) {
      levels.pop();
      continue;
    }
    yield child;
    levels.push({ field: child, next: 0 });
  }
}

function numberOf(fields: Fields, field: Field, child: Field): number {
  return child.index === NONE ? fields.below(field).findIndex((each) => each.name === child.name) : child.index;
}

/** Return fields whose name or value holds a text. It takes turns with others, and ends when `isOver`. */
export async function found(fields: Fields, text: string, after: string, limit: number, isOver: () => boolean): Promise<Field[]> {
  const small = text.toLowerCase();
  const number = /^-?(\d+|0x[0-9a-f]+)$/i.test(text) ? (text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text)) : undefined;
  const hits: Field[] = [];
  const end = performance.now() + LONGEST;
  let turn = performance.now() + TURN;
  for (const field of fieldsAfter(fields, after)) {
    if (matches(field, small, number) && hits.push(field) >= limit) {
      break;
    }
    if (performance.now() > turn) {
      await new Promise((resolve) => setTimeout(resolve));
      if (isOver() || performance.now() > end) {
        break;
      }
      turn = performance.now() + TURN;
    }
  }
  return hits;
}

function matches(field: Field, text: string, number: bigint | undefined): boolean {
  if (field.index === NONE && field.name.includes(text)) {
    return true;
  }
  const { kind } = field.value;
  if (kind === LIST) {
    return false;
  }
  if (number !== undefined && (kind === INT || kind === VARINT) && integerOf(field.value) === number) {
    return true;
  }
  const shown = kind === TEXT ? beginningOf(field.tree.m, field.value, MOST_SEARCHED) : textOf(field);
  return shown.toLowerCase().includes(text);
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
