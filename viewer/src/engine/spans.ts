/** Which field a byte belongs to: as the walk of `inspect` goes, from the root to the first field that has the byte. */
import { LIST, NONE, ONCE, RECORD } from "nacformats/_machine.js";
import type { Span } from "../protocol.js";
import type { Field, Fields } from "./fields.js";
import { membersOf, ROOT, type Tree, typesOf } from "./tree.js";

/** So many records are searched for instances that are outside of them. */
const MOST_SEARCHED = 1 << 17;
/** Most spans of one answer. */
const MOST_SPANS = 1 << 16;

/** The way to the innermost field that has a byte, and the first byte for which it may be another one. */
interface Found {
  readonly way: readonly Field[];
  readonly until: number;
}

/** Bytes of an instance that is outside of its record. */
interface Outlier {
  readonly start: number;
  readonly stop: number;
  readonly path: string;
}

export class Places {
  readonly #fields: Fields;
  readonly #again: () => Fields;
  readonly #size: number;
  #outliers: readonly Outlier[] | undefined;

  /**
   * @param fields of the file.
   * @param again what reads them again, to be forgotten.
   * @param size of the file, in bytes.
   */
  constructor(fields: Fields, again: () => Fields, size: number) {
    this.#fields = fields;
    this.#again = again;
    this.#size = size;
  }

  /** Return the fields from the root to that of a byte. */
  at(offset: number): readonly Field[] {
    return this.#found(offset).way;
  }

  /** Return the fields that bytes belong to, without gaps. */
  spans(start: number, stop: number): Span[] {
    const spans: Span[] = [];
    const end = Math.min(stop, this.#size);
    let at = Math.max(start, 0);
    while (at < end && spans.length < MOST_SPANS) {
      const { way, until } = this.#found(at);
      const last = way.at(-1)!;
      const path = isLeaf(last) ? last.path : "";
      const before = spans.at(-1);
      const next = Math.min(until, end);
      if (before?.path === path) {
        spans[spans.length - 1] = { ...before, stop: next };
      } else {
        spans.push({ start: at, stop: next, path });
      }
      at = next;
    }
    return spans;
  }

  #found(offset: number): Found {
    const found = this.#below(this.#fields.root, offset, this.#size);
    if (isLeaf(found.way.at(-1)!)) {
      return found;
    }
    this.#outliers ??= disjoint(outliersOf(this.#again()));
    const next = firstAfter(this.#outliers, offset);
    const before = this.#outliers[next - 1];
    const until = Math.min(found.until, this.#outliers[next]?.start ?? this.#size);
    if (before === undefined || before.stop <= offset) {
      return { way: found.way, until };
    }
    const way = this.#fields.way(before.path)!;
    const inner = this.#below(way.at(-1)!, offset, Math.min(before.stop, found.until));
    return { way: [...way.slice(0, -1), ...inner.way], until: inner.until };
  }

  /** Return the way from a field to the first one without fields below it that has a byte, or to the innermost one. */
  #below(root: Field, offset: number, last: number): Found {
    const field = this.#fields.inside(root);
    let found: Found | undefined;
    let until = last;
    for (const child of field.value.kind === LIST ? this.#elements(field, offset) : this.#fields.below(field)) {
      if (child.start === undefined) {
        continue;
      }
      if (child.start > offset) {
        until = Math.min(until, child.start);
      } else if (child.stop === undefined || offset < child.stop) {
        const inner = this.#below(child, offset, Math.min(until, child.stop ?? until));
        until = inner.until;
        if (isLeaf(inner.way.at(-1)!)) {
          return { way: [field, ...inner.way], until };
        }
        found ??= inner;
      }
    }
    return { way: [field, ...(found?.way ?? [])], until };
  }

  /** Return the element of a list that may have a byte, and the next one: they follow one another. */
  #elements(list: Field, offset: number): Field[] {
    let low = 0;
    let high = this.#fields.count(list);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#fields.startOf(list, middle)! > offset) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return this.#fields.below(list, Math.max(low - 1, 0), low === 0 ? 1 : 2);
  }
}

function isLeaf(field: Field): boolean {
  return field.value.kind !== RECORD && field.value.kind !== LIST;
}

/** Return the number of the first one that begins after a byte. */
function firstAfter(outliers: readonly Outlier[], offset: number): number {
  let low = 0;
  let high = outliers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (outliers[middle]!.start > offset) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** Return the instances of records below the root, in the order of the tree: they may be outside of their records. */
function outliersOf(fields: Fields): Outlier[] {
  const found: Outlier[] = [];
  const waiting: Field[] = [fields.root];
  const reaching = new Map<Tree, readonly boolean[]>();
  for (let count = 0; count < MOST_SEARCHED && waiting.length > 0; count++) {
    const field = fields.inside(waiting.pop()!);
    const types = reaching.get(field.tree) ?? typesWithInstances(field.tree);
    reaching.set(field.tree, types);
    if (field.value.kind === RECORD && field.value.a !== ROOT) {
      putInstances(field, found);
    }
    if (field.value.kind === LIST && !elementsReach(field, types)) {
      const most = Math.min(fields.count(field), MOST_SEARCHED);
      for (let k = 0; k < most; k++) {
        putInstances(fields.element(field, k), found);
      }
      continue;
    }
    const inner = fields.below(field, 0, MOST_SEARCHED).filter((child) => reaches(child, types));
    for (let k = inner.length - 1; k >= 0; k--) {
      waiting.push(inner[k]!);
    }
  }
  return found;
}

/** Add the places of the instances of a record. */
function putInstances({ tree, path, value }: Field, to: Outlier[]): void {
  if (value.kind !== RECORD) {
    return;
  }
  const type = tree.m.nodes[value.a]!.type;
  const row = tree.m.types[type]!;
  for (let slot = row.params + row.fields; slot < row.params + row.fields + row.placed; slot++) {
    const place = tree.instance(value.a, slot);
    if (place?.stop !== undefined && place.stop > place.start) {
      to.push({ start: place.start, stop: place.stop, path: `${path}.${tree.schema.member(type, slot).id}` });
    }
  }
}

/** Return whether there are instances in what the records of a list hold. */
function elementsReach({ tree, owner, slot }: Field, types: readonly boolean[]): boolean {
  const { m } = tree;
  const row = m.members[m.types[m.nodes[owner]!.type]!.first + slot]!;
  return typesOf(m, row.kind).some((number) => {
    const type = m.types[number]!;
    return membersOf(m, type).some((each) => typesOf(m, each.kind).some((inner) => types[inner])) || holdsFiles(tree, number);
  });
}

/** Return whether bytes in a record may be files. */
function holdsFiles(tree: Tree, type: number): boolean {
  return tree.schema.type(type).members.some((each) => each.holds !== undefined);
}

/** Return whether there may be instances with a position below a field. */
function reaches({ tree, value, owner, slot, index }: Field, types: readonly boolean[]): boolean {
  const { m } = tree;
  if (value.kind === RECORD) {
    return types[m.nodes[value.a]!.type]!;
  }
  const type = m.nodes[owner]!.type;
  const isHolder = index === NONE && tree.schema.member(type, slot).holds !== undefined;
  if (value.kind !== LIST) {
    return isHolder;
  }
  const member = m.members[m.types[type]!.first + slot]!;
  return member.repeat !== ONCE && typesOf(m, member.kind).some((each) => types[each]);
}

/** Return, for each type, whether a record of it or one in it has instances with a position, or holds files. */
function typesWithInstances(tree: Tree): boolean[] {
  const { m } = tree;
  const found = m.types.map((type, number) => type.placed > 0 || holdsFiles(tree, number));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    m.types.forEach((type, number) => {
      if (!found[number] && membersOf(m, type).some(({ kind }) => typesOf(m, kind).some((each) => found[each]))) {
        found[number] = isChanged = true;
      }
    });
  }
  return found;
}

/** Return parts of outliers that do not overlap, by their first bytes; the first outlier that has a byte keeps it. */
function disjoint(outliers: readonly Outlier[]): Outlier[] {
  const order = outliers.map((_, k) => k).sort((left, right) => outliers[left]!.start - outliers[right]!.start || left - right);
  const edges = [...new Set(outliers.flatMap(({ start, stop }) => [start, stop]))].sort((left, right) => left - right);
  const parts: Outlier[] = [];
  const open = new Heap();
  let next = 0;
  edges.forEach((start, k) => {
    while (next < order.length && outliers[order[next]!]!.start <= start) {
      open.push(order[next]!);
      next += 1;
    }
    while (open.least !== undefined && outliers[open.least]!.stop <= start) {
      open.pop();
    }
    if (open.least !== undefined && k + 1 < edges.length) {
      parts.push({ start, stop: edges[k + 1]!, path: outliers[open.least]!.path });
    }
  });
  return parts;
}

/** Numbers, of which the least is known. */
class Heap {
  readonly #items: number[] = [];

  get least(): number | undefined {
    return this.#items[0];
  }
  push(number: number): void {
    const items = this.#items;
    let at = items.push(number) - 1;
    for (let above = (at - 1) >> 1; at > 0 && items[above]! > number; above = (at - 1) >> 1) {
      items[at] = items[above]!;
      at = above;
    }
    items[at] = number;
  }
  pop(): void {
    const items = this.#items;
    const number = items.pop()!;
    if (items.length === 0) {
      return;
    }
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      const least = below + 1 < items.length && items[below + 1]! < items[below]! ? below + 1 : below;
      if (items[least]! >= number) {
        break;
      }
      items[at] = items[least]!;
      at = least;
    }
    items[at] = number;
  }
}
