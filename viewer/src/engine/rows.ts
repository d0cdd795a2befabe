/** Fields as the lines of the tree. */
import {
  BE,
  BITS,
  BOOL,
  BYTES,
  FLOAT,
  INT,
  LE,
  LIST,
  NONE,
  NOTHING,
  ONCE,
  REAL,
  RECORD,
  SINT,
  SLEB,
  STR,
  SWITCH,
  TEXT,
  UINT,
  ULEB,
  USE,
  VARINT,
  VLQ,
} from "nacformats/_machine.js";
import type { Row } from "../protocol.js";
import type { Field, Fields } from "./fields.js";
import { textOf } from "./texts.js";
import type { Tree } from "./tree.js";

const KINDS: Readonly<Record<number, Row["kind"]>> = {
  [NOTHING]: "bytes",
  [INT]: "integer",
  [VARINT]: "integer",
  [BOOL]: "bool",
  [REAL]: "real",
  [TEXT]: "text",
  [BYTES]: "bytes",
  [RECORD]: "record",
  [LIST]: "list",
};
/** What computed values are. */
const PLAIN: Readonly<Record<number, string>> = { [INT]: "int", [VARINT]: "int", [BOOL]: "bool", [REAL]: "f8", [TEXT]: "str", [BYTES]: "bytes" };
const LETTERS: Readonly<Record<number, string>> = { [UINT]: "u", [SINT]: "s", [FLOAT]: "f" };
const VARINTS: Readonly<Record<number, string>> = { [ULEB]: "uleb128", [SLEB]: "sleb128", [VLQ]: "vlq_base128_be" };

/** Return a field as a line. */
export function rowOf(fields: Fields, given: Field): Row {
  const field = fields.inside(given);
  const { path, name, start, stop, value, isInstance } = field;
  const row = {
    path,
    name,
    kind: KINDS[value.kind] ?? "bytes",
    text: textOf(field),
    type: typeOf(field),
    doc: docOf(given, field),
    count: fields.count(field),
    isInstance,
  };
  return { ...row, ...(start === undefined ? {} : { start }), ...(stop === undefined ? {} : { stop }) };
}

/** Return the documentation of a field; a record of it has that of its type. */
function docOf(given: Field, field: Field): string {
  const { tree, owner, slot, index } = given;
  const own = owner === NONE || index !== NONE ? "" : tree.schema.member(tree.m.nodes[owner]!.type, slot).doc;
  const type = field.value.kind === RECORD ? field.tree.schema.type(field.tree.m.nodes[field.value.a]!.type).doc : "";
  return [own, type].filter(Boolean).join("\n\n");
}

function typeOf({ tree, value, owner, slot, index }: Field): string {
  const { m } = tree;
  if (value.kind === RECORD) {
    return tree.schema.type(m.nodes[value.a]!.type).id;
  }
  if (owner === NONE) {
    return "";
  }
  const member = m.members[m.types[m.nodes[owner]!.type]!.first + slot]!;
  const name = member.value === NONE ? kindName(tree, member.kind) : (PLAIN[value.kind] ?? "");
  return member.repeat !== ONCE && index === NONE ? `${name}[]` : name || (PLAIN[value.kind] ?? "");
}

function kindName(tree: Tree, number: number): string {
  const kind = tree.m.kinds[number]!;
  const letter = LETTERS[kind.tag];
  if (letter !== undefined) {
    const order = kind.width === 1 ? "" : kind.endian === LE ? "le" : kind.endian === BE ? "be" : "";
    return `${letter}${kind.width}${order}`;
  }
  switch (kind.tag) {
    case BITS:
      return `b${kind.width}`;
    case STR:
      return "str";
    case USE:
      return tree.schema.type(kind.type).id;
    case SWITCH:
      return "";
  }
  return VARINTS[kind.tag] ?? "bytes";
}
