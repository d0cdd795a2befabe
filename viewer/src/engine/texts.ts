/** Values in one line, and records as the `-webide-representation` of their type words them. */
import {
  BOOL,
  BYTES,
  countOfValue,
  elementOfValue,
  INT,
  LIST,
  type Machine,
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
import { type Field, integerOf } from "./fields.js";
import { counted, cut, joined, MOST_SHOWN, printable } from "./printing.js";
import type { Tree } from "./tree.js";

/** Bytes of a longer value are cut after this many; of one that is shown as numbers, after these. */
const SHOWN_BYTES = 16;
const SHOWN_NUMBERS = 8;
/** The most placeholders of one line, and the most records inside of each other. */
const MOST_PLACEHOLDERS = 512;
const DEEPEST = 16;

type Names = Readonly<Record<string, string>> | undefined;

/** Return the text of a field in one line. */
export function textOf(field: Field): string {
  const { tree, value, owner, slot } = field;
  if (value.kind === LIST) {
    const count = countOfValue(tree.m, value);
    return `${field.stop === undefined ? "at least " : ""}${counted(count)} element${count === 1 ? "" : "s"}`;
  }
  const names = owner === NONE ? undefined : tree.schema.member(tree.m.nodes[owner]!.type, slot).names;
  return fitting(valueText(tree, value, names));
}

/** Return a text that is no longer than a row may be. */
function fitting(text: string): string {
  return text.length <= MOST_SHOWN ? text : cut(text, MOST_SHOWN - 24);
}

/** Return any value as text; a record without representation and a missing value are empty. */
export function valueText(tree: Tree, value: Value, names: Names): string {
  switch (value.kind) {
    case INT:
    case VARINT: {
      const number = integerOf(value);
      const name = names?.[String(number)];
      return name === undefined ? String(number) : `${name} (${number})`;
    }
    case BOOL:
      return value.number === 0n ? "false" : "true";
    case REAL:
      return String(realOfBits(value.number, value.a));
    case TEXT: {
      const text = beginningOf(tree.m, value, MOST_SHOWN + 1);
      return text.length <= MOST_SHOWN ? `"${printable(text)}"` : `"${printable(cut(text))}`;
    }
    case BYTES:
      return bytesText(tree.m, value);
    case RECORD:
      return recordText(tree, value);
  }
  return "";
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Return the first characters of a text. */
export function beginningOf(m: Machine, value: Value, most: number): string {
  const size = Math.min(value.c, 4 * most);
  if (value.d === NONE) {
    const text = decoder.decode(m.buffers[value.a]!.part(value.b, value.b + size));
    return text.slice(0, most);
  }
  return textOfValue(m, new Value(TEXT, false, 0n, value.a, value.b, size, value.d)).slice(0, most);
}

function recordText(tree: Tree, value: Value): string {
  const number = numberOf(tree, value);
  return number === undefined ? (new Line(tree).represent(value) ?? "") : valueText(tree, number, undefined);
}

/** Return the number that a record represents, such as one of variable length: its type computes a `value`. */
function numberOf(tree: Tree, value: Value): Value | undefined {
  const type = tree.m.nodes[value.a]!.type;
  const row = tree.m.types[type]!;
  const slot = tree.schema.slots[type]!.get("value");
  return slot === undefined || slot < row.params + row.fields + row.placed ? undefined : tree.computed(value.a, slot);
}

/** Return bytes as quoted ASCII where they are printable, else in hexadecimal; the first of them. */
function bytesText(m: Machine, value: Value): string {
  const head = m.buffers[value.a]!.part(value.b, value.b + Math.min(value.c, SHOWN_BYTES));
  const isText = head.length > 0 && head.every((byte) => byte >= 0x20 && byte < 0x7f);
  const shown = isText ? `"${String.fromCharCode(...head)}"` : hexOf(head, " ");
  return value.c > SHOWN_BYTES ? `${shown} … (${counted(value.c)} bytes)` : shown;
}

export function hexOf(bytes: Uint8Array, separator: string): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(separator);
}

/** One line, in which a record may show others: only so many, and so deep. Nothing stands for what a file does not have. */
class Line {
  readonly #tree: Tree;
  #left = MOST_PLACEHOLDERS;
  #depth = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  represent(record: Value): string | undefined {
    const template = this.#tree.schema.type(this.#tree.m.nodes[record.a]!.type).shown;
    if (template === "") {
      return undefined;
    }
    if (this.#depth === DEEPEST) {
      return "...";
    }
    this.#depth += 1;
    const text = template.replace(/\{(.*?)\}/g, (_, inner: string) => this.#filled(record, inner));
    this.#depth -= 1;
    return cut(text.split(/\s+/).filter(Boolean).join(" "));
  }

  #filled(record: Value, placeholder: string): string {
    this.#left -= 1;
    if (this.#left < 0) {
      return "";
    }
    const [path, options = ""] = placeholder.split(":");
    let value: Value | undefined = record;
    let names: Names;
    for (const name of path!.split(".")) {
      names = value === undefined ? undefined : this.#namesOf(value, name);
      value = value === undefined ? undefined : this.#member(value, name);
    }
    const given = new Map(options.split(",").map((each) => [each.split("=")[0]!, each.split("=")[1] ?? ""]));
    return value === undefined ? "" : this.#shown(value, names, given);
  }

  #namesOf(value: Value, name: string): Names {
    const slot = this.#slot(value, name);
    return slot === undefined ? undefined : this.#tree.schema.member(this.#tree.m.nodes[value.a]!.type, slot).names;
  }

  #slot(value: Value, name: string): number | undefined {
    return value.kind === RECORD ? this.#tree.schema.slots[this.#tree.m.nodes[value.a]!.type]!.get(name) : undefined;
  }

  #member(value: Value, name: string): Value | undefined {
    if (value.kind !== RECORD || name === "this") {
      return value.kind === RECORD ? value : undefined;
    }
    const { m } = this.#tree;
    const node = m.nodes[value.a]!;
    if (name === "_parent" || name === "_root") {
      const found = name === "_parent" ? node.parent : node.root;
      return found === NONE ? undefined : new Value(RECORD, false, 0n, found, 0, 0, NONE);
    }
    if (name === "_index") {
      return new Value(INT, false, BigInt(Math.max(node.index, 0)), 0, 0, 0, NONE);
    }
    const slot = this.#slot(value, name);
    const found = slot === undefined ? undefined : this.#tree.computed(value.a, slot);
    return found?.kind === NOTHING ? undefined : found;
  }

  #shown(value: Value, names: Names, options: ReadonlyMap<string, string>): string {
    switch (value.kind) {
      case RECORD:
        return options.has("flags") ? this.#flags(value) : (this.represent(value) ?? "");
      case LIST:
        return joined(options.get("sep") ?? ", ", this.#elements(value));
      case BYTES:
        return this.#bytes(value, options);
      case TEXT:
        return printable(cut(beginningOf(this.#tree.m, value, MOST_SHOWN + 1)));
      case BOOL:
        return value.number === 0n ? "false" : "true";
      case REAL:
        return numberText(realOfBits(value.number, value.a), options.has("dec"));
      case VARINT:
        return String(integerOf(value));
    }
    const number = integerOf(value);
    const name = names?.[String(number)];
    if (options.has("dec")) {
      return String(number);
    }
    return name === undefined ? hexadecimal(number) : name.toUpperCase();
  }

  *#elements(list: Value): Iterable<string> {
    const { m } = this.#tree;
    for (let k = 0; k < countOfValue(m, list); k++) {
      const value = elementOfValue(m, list, k);
      yield value.kind === RECORD ? (this.represent(value) ?? "") : "";
    }
  }

  #flags(record: Value): string {
    const { members } = this.#tree.schema.type(this.#tree.m.nodes[record.a]!.type);
    const set = members.filter(({ id }) => {
      const value = this.#member(record, id);
      return value?.kind === BOOL && value.number !== 0n;
    });
    return set.map(({ id }) => id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())).join("|") || "🚫";
  }

  #bytes(value: Value, options: ReadonlyMap<string, string>): string {
    const bytes = this.#tree.m.buffers[value.a]!.part(value.b, value.b + Math.min(value.c, MOST_SHOWN + 1));
    if (options.has("str")) {
      return `"${printable(String.fromCharCode(...bytes))}"`;
    }
    if (options.has("hex")) {
      return `0x${hexOf(bytes, "")}`;
    }
    if (options.has("uuid") && value.c === 16) {
      return uuidOf(bytes, options.get("uuid") === "ms");
    }
    const more = value.c > SHOWN_NUMBERS ? ["..."] : [];
    return `[${[...Array.from(bytes.subarray(0, SHOWN_NUMBERS), String), ...more].join(", ")}]`;
  }
}

function uuidOf(bytes: Uint8Array, isLittle: boolean): string {
  const groups = [[0, 4], [4, 6], [6, 8], [8, 10], [10, 16]].map(([start, end]) => bytes.slice(start, end));
  return groups.map((each, k) => hexOf(isLittle && k < 3 ? each.reverse() : each, "")).join("-");
}

function hexadecimal(number: bigint): string {
  return number < 0n ? `-0x${(-number).toString(16).toUpperCase()}` : `0x${number.toString(16).toUpperCase()}`;
}

function numberText(real: number, isDecimal: boolean): string {
  return isDecimal || !Number.isInteger(real) ? String(real) : hexadecimal(BigInt(real));
}
