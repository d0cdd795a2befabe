/** A file as the machine reads it: records with the places of their fields, which are read when somebody asks. */
import {
  ABSENT,
  addElement,
  addItems,
  addRecord,
  addStream,
  askSlot,
  begin,
  BITS,
  BUSY,
  type Bytes,
  BYTES,
  checkRules,
  checkSums,
  chosenKind,
  comeTo,
  COUNTED,
  evaluate,
  enter,
  Failed,
  FAR,
  findEndian,
  FLOAT,
  hasExtent,
  holds,
  isLast,
  leave,
  leftIn,
  LIST,
  type Machine,
  type MemberRow,
  MOST_EMPTY,
  NONE,
  nothing,
  NOTHING,
  numberIn,
  intOf,
  isBigEndian,
  ONCE,
  Place as At,
  placeIn,
  readAsTable,
  readThere,
  readValue,
  RECORD,
  SINT,
  slotOf,
  slotValue,
  take,
  SWITCH,
  THERE,
  TO_EOS,
  toNextByte,
  type TypeRow,
  UINT,
  UNREAD,
  UNTIL,
  USE,
  Value,
  VARINT,
  wantedCount,
  fail,
  INVALID,
  IO,
  LIMIT,
} from "nacformats/_machine.js";
import type { Failure } from "../protocol.js";
import { LONG, valuesOf } from "./long_lists.js";
import type { KnownSchema } from "./schemas.js";

/** Memory of a tree, as the machine counts it: for any file, for each of its bytes, and at most. */
const MEMORY = 1 << 26;
const MEMORY_OF_BYTE = 512;
const MOST_MEMORY = 2 ** 29;
/** Elements of a list whose fields are noted when the list is read. */
const MOST_NOTED = 4096;

/** Where elements of a list begin: element k at `shift` + `starts`[k]. */
export interface Starts {
  readonly starts: ArrayLike<number>;
  readonly shift: number;
}

/** Where a field is in the file; `stop` is absent where it could not be read to its end. */
export interface FieldPlace {
  readonly start: number;
  stop?: number;
  starts?: Starts;
  /** Bytes between elements of one size, which have no starts. */
  stride?: number;
}

/** A record whose fields were noted. */
interface Noted {
  /** By the place of the member in its type. */
  readonly places: (FieldPlace | undefined)[];
}

/** What a stream is like where a record begins that is not at a place of the file. */
interface Mark {
  readonly pos: number;
  readonly left: number;
  readonly numLeft: number;
}

export const ROOT = 0;

/** Return whether a value is shown in one line, and holds no others. */
export function isPlain({ kind }: Value): boolean {
  return kind === VARINT || (kind > NOTHING && kind <= BYTES);
}

/** Return the types of the records that a field may be. */
export function typesOf(m: Machine, kind: number): number[] {
  const row = m.kinds[kind]!;
  if (row.tag === SWITCH) {
    return m.cases.slice(row.cases, row.cases + row.numCases).flatMap((each) => typesOf(m, each.kind));
  }
  return row.tag === USE ? [row.type] : [];
}

/** Return the members of a type that take bytes. */
export function membersOf(m: Machine, type: TypeRow): readonly MemberRow[] {
  return m.members.slice(type.first, type.first + type.params + type.fields + type.placed);
}

export class Tree {
  readonly m: Machine;
  readonly schema: KnownSchema;
  /** Where the bytes begin in the file. */
  readonly base: number;
  /** The first failure that anything was read to. */
  failure: Failure | undefined;
  readonly #noted = new Map<number, Noted>();
  /** By the record, and the place of the member in its type. */
  readonly #instances = new Map<number, (FieldPlace | undefined)[]>();
  readonly #marks = new Map<number, Mark>();
  readonly #large = new Map<number, boolean>();

  constructor(schema: KnownSchema, bytes: Bytes, base: number) {
    this.schema = schema;
    this.base = base;
    this.m = schema.machine();
    const m = this.m;
    m.buffers[0] = bytes;
    m.wantsColumns = true;
    m.sizeOfFile = base + bytes.size;
    m.limit = Math.min(MEMORY + MEMORY_OF_BYTE * bytes.size, MOST_MEMORY);
    begin(m);
    addRecord(m, 0, NONE, NONE, NONE);
    m.nodes[ROOT]!.io = addStream(m, 0, 0, bytes.size, base, false);
    m.nodes[ROOT]!.start = base;
    this.fields(ROOT);
    this.#checkEnd();
  }

  /** Return the places of the fields of a record, in the order of the members of its type. */
  fields(node: number): Noted {
    let found = this.#noted.get(node);
    if (found === undefined) {
      found = { places: [] };
      this.#noted.set(node, found);
      this.#noteFields(node, found);
    }
    return found;
  }

  /** Return where an instance with a position is; nothing where it is absent. */
  instance(node: number, slot: number): FieldPlace | undefined {
    let places = this.#instances.get(node);
    if (places === undefined) {
      places = [];
      this.#instances.set(node, places);
    }
    if (!(slot in places)) {
      places[slot] = this.#noteInstance(node, slot);
    }
    return places[slot];
  }

  /** Return the value of a field, as far as it was read. */
  value(node: number, slot: number): Value {
    return slotValue(this.m, node, slot);
  }

  /** Return a computed instance; nothing where it cannot be computed. */
  computed(node: number, slot: number): Value | undefined {
    return this.#attempt(() => askSlot(this.m, node, slot), false);
  }

  /** Run something that may fail, and keep why. */
  #attempt<T>(work: () => T, isKept: boolean): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Failed) && !(error instanceof RangeError)) {
        throw error;
      }
      if (isKept) {
        this.failure ??= this.#failure(error);
      }
      return undefined;
    }
  }

  #failure(error: unknown): Failure {
    const m = this.m;
    if (error instanceof RangeError) {
      return { message: "too large for memory" };
    }
    return { message: m.errorMessage, path: m.errorPath, offset: m.errorOffset };
  }

  #checkEnd(): void {
    const m = this.m;
    const io = m.nodes[ROOT]!.io;
    if (this.failure === undefined && m.types[0]!.isWhole && leftIn(m, io) !== 0) {
      this.failure = { message: "belongs to no field", path: "", offset: placeIn(m, io) };
    }
  }

  /** Read the fields of a record (again), and note where they are. */
  #noteFields(node: number, noted: Noted): void {
    const m = this.m;
    const record = m.nodes[node]!;
    const io = record.io;
    const type = m.types[record.type]!;
    if (io === NONE) {
      return;
    }
    const stream = m.streams[io]!;
    const before = stream.pos;
    const used = m.used;
    begin(m);
    m.isPlain = false;
    const mark = this.#marks.get(node);
    stream.pos = mark?.pos ?? record.start - stream.base;
    stream.left = mark?.left ?? 0;
    stream.numLeft = mark?.numLeft ?? 0;
    m.states.fill(UNREAD, record.first + type.params, record.first + type.params + type.fields);
    record.padding = NONE;
    this.#attempt(() => {
      this.#noteSequence(node, noted);
      if (node === ROOT) {
        toNextByte(m, io);
      }
    }, true);
    if (node !== ROOT) {
      stream.pos = before;
      m.used = used;
    }
  }

  /** Read the fields of a record from where its stream stands. */
  #noteSequence(node: number, { places }: Noted): void {
    const m = this.m;
    const record = m.nodes[node]!;
    const io = record.io;
    const type = m.types[record.type]!;
    const starts: number[] = [];
    enter(m);
    record.start = placeIn(m, io);
    if (type.endian !== NONE) {
      findEndian(m, node);
    }
    for (let slot = type.params; slot < type.params + type.fields; slot++) {
      starts.push(m.streams[io]!.pos);
      places[slot] = undefined;
      this.#noteField(node, slot, io, places);
    }
    starts.push(m.streams[io]!.pos);
    if (type.hasSums) {
      checkSums(m, node, type.first + type.params, starts);
    }
    leave(m);
  }

  #noteField(node: number, slot: number, io: number, places: (FieldPlace | undefined)[]): void {
    const m = this.m;
    const member = m.types[m.nodes[node]!.type]!.first + slot;
    comeTo(m, node, member, NONE, io);
    const condition = m.members[member]!.condition;
    if (condition !== NONE && !holds(m, condition, node)) {
      m.states[slotOf(m, node, member)] = ABSENT;
      return;
    }
    comeTo(m, node, member, NONE, io);
    const place: FieldPlace = { start: m.at.offset };
    places[slot] = place;
    this.#noteThere(node, member, io, place);
    place.stop = placeIn(m, io);
  }

  /** Read a field that is there, and note where its elements are, and how the records in it begin. */
  #noteThere(node: number, member: number, io: number, place: FieldPlace): void {
    const m = this.m;
    if (m.members[member]!.repeat !== ONCE) {
      this.#noteList(node, member, io, place);
      return;
    }
    const slot = slotOf(m, node, member);
    const mark = this.#markOf(io);
    try {
      if (this.#isInline(node, member)) {
        const value = this.#readRecord(node, member, io);
        if (m.members[member]!.numRules !== 0) {
          checkRules(m, node, member, value);
        }
      } else {
        readThere(m, node, member, io);
      }
    } catch (error) {
      if (isPlain(m.slots[slot]!) && m.states[slot] !== UNREAD) {
        place.stop = placeIn(m, io); // it was read, and breaks a rule
      }
      throw error;
    } finally {
      this.#keepMark(m.slots[slot]!, io, mark);
    }
  }

  /** Return whether a field is a record that has no bytes of its own around it. */
  #isInline(node: number, member: number): boolean {
    const m = this.m;
    const kind = chosenKind(m, node, m.members[member]!.kind);
    return kind !== NONE && m.kinds[kind]!.tag === USE && !hasExtent(m, member, kind);
  }

  /** Read a record in another one, as `readRecord` of the machine does, and note where its fields are. */
  #readRecord(above: number, member: number, io: number): Value {
    const m = this.m;
    const at = m.at;
    const row = m.members[member]!;
    const kind = m.kinds[chosenKind(m, above, row.kind)]!;
    const node = addRecord(m, kind.type, above, at.member, at.index);
    const made = m.nodes[node]!;
    const value = new Value(RECORD, false, 0n, node, 0, 0, NONE);
    made.io = io;
    for (let k = 0; k < kind.numArguments; k++) {
      m.slots[made.first + k] = evaluate(m, m.lists[kind.arguments_ + k]!, above);
      m.states[made.first + k] = THERE;
    }
    if (row.isOrphan) {
      made.parent = NONE;
    }
    if (row.parent !== NONE) {
      const parent = evaluate(m, row.parent, above);
      made.parent = parent.kind === RECORD ? parent.a : NONE;
    }
    if (row.repeat === ONCE) {
      const slot = slotOf(m, above, member);
      m.slots[slot] = value;
      m.states[slot] = THERE;
    }
    const noted: Noted = { places: [] };
    this.#noted.set(node, noted);
    this.#noteSequence(node, noted);
    m.at = at;
    return value;
  }

  /** Return whether records of a type hold lists of records: they are not read twice. */
  #isLarge(type: number): boolean {
    let found = this.#large.get(type);
    if (found === undefined) {
      this.#large.set(type, false);
      const { m } = this;
      found = membersOf(m, m.types[type]!).some((member) => {
        const types = typesOf(m, member.kind);
        return types.length > 0 && (member.repeat !== ONCE || types.some((each) => this.#isLarge(each)));
      });
      this.#large.set(type, found);
    }
    return found;
  }

  #markOf(io: number): Mark {
    const { pos, left, numLeft } = this.m.streams[io]!;
    return { pos, left, numLeft };
  }

  /** Keep how a record begins, if that does not follow from its first byte. */
  #keepMark(value: Value, io: number, mark: Mark): void {
    const m = this.m;
    if (value.kind === RECORD && m.nodes[value.a]!.io === io && (m.streams[io]!.isMade || mark.numLeft !== 0)) {
      this.#marks.set(value.a, mark);
    }
  }

  #noteList(node: number, member: number, io: number, place: FieldPlace): void {
    const m = this.m;
    const row = m.members[member]!;
    const slot = slotOf(m, node, member);
    const { tag, width } = m.kinds[row.kind]!;
    if (tag === UINT || tag === SINT || tag === FLOAT) {
      place.stride = m.streams[io]!.isMade ? 0 : width;
      if (!this.#noteNumbers(node, member, io)) {
        readThere(m, node, member, io);
      }
      return;
    }
    const items = addItems(m, node, member);
    m.slots[slot] = new Value(LIST, false, 0n, items, 0, 0, NONE);
    if (m.states[slot] === UNREAD) {
      m.states[slot] = THERE;
    }
    const wanted = row.repeat === COUNTED ? wantedCount(m, node, member) : FAR;
    if (row.loop !== NONE && readAsTable(m, node, member, io, items, wanted)) {
      const { starts } = m.tables[m.items[items]!.table]!;
      const { base, origin } = m.streams[io]!;
      place.starts = { starts: starts.data, shift: base - origin };
    } else {
      this.#noteElements(node, member, io, items, place, wanted);
    }
    m.states[slot] = THERE;
  }

  /** Pass over a long list of numbers; return whether it is one, and all of it is there. */
  #noteNumbers(node: number, member: number, io: number): boolean {
    const m = this.m;
    const row = m.members[member]!;
    const kind = m.kinds[row.kind]!;
    if (row.numRules !== 0 || row.repeat === UNTIL || m.streams[io]!.numLeft !== 0) {
      return false;
    }
    const left = leftIn(m, io);
    const count = row.repeat === COUNTED ? wantedCount(m, node, member) : left / kind.width;
    if (count < LONG || count * kind.width > left || !Number.isInteger(count)) {
      return false;
    }
    const isBig = kind.width > 1 && isBigEndian(m, node, kind.endian);
    const items = addItems(m, node, member);
    const { buffer } = m.streams[io]!;
    m.items[items]!.values = valuesOf(m, kind, { buffer, start: take(m, io, count * kind.width), count, isBig });
    const slot = slotOf(m, node, member);
    m.slots[slot] = new Value(LIST, false, 0n, items, 0, 0, NONE);
    m.states[slot] = THERE;
    return true;
  }

  /** Read the elements of a list one by one. */
  #noteElements(node: number, member: number, io: number, items: number, place: FieldPlace, wanted: number): void {
    const m = this.m;
    const row = m.members[member]!;
    const stream = m.streams[io]!;
    const isBits = m.kinds[row.kind]!.tag === BITS;
    const isNoted = typesOf(m, row.kind).some((each) => this.#isLarge(each));
    const starts: number[] = [];
    place.starts = { starts, shift: 0 };
    let empty = 0;
    for (let index = 0; index < wanted; index++) {
      if (row.repeat === TO_EOS && leftIn(m, io) === 0 && stream.numLeft === 0) {
        break;
      }
      const before = m.nodes.length;
      const mark = this.#markOf(io);
      comeTo(m, node, member, index, io);
      starts.push(m.at.offset);
      let value: Value;
      try {
        value = isNoted && index < MOST_NOTED && this.#isInline(node, member) ? this.#readRecord(node, member, io) : readValue(m, node, member, io);
      } catch (error) {
        this.#keepPart(node, member, index, before, items);
        throw error;
      }
      if (value.kind === NOTHING) {
        starts.pop(); // there is none where a switch has no case
      } else {
        addElement(m, items, value);
        this.#keepMark(value, io, mark);
        if (row.numRules !== 0) {
          checkRules(m, node, member, value);
        }
      }
      empty = stream.pos === mark.pos && !isBits ? empty + 1 : 0;
      if (empty > MOST_EMPTY) {
        fail(m, LIMIT, "has too many elements that take no bytes");
      }
      if (row.repeat === UNTIL && isLast(m, node, member, value)) {
        break;
      }
    }
  }

  /** Make a record that could not be read to its end the last element of its list. */
  #keepPart(node: number, member: number, index: number, first: number, items: number): void {
    const m = this.m;
    const found = m.nodes.findIndex((each, k) => {
      return k >= first && each.above === node && each.member === member && each.index === index;
    });
    if (found !== -1) {
      m.items[items]!.values.push(new Value(RECORD, false, 0n, found, 0, 0, NONE));
    }
  }

  /** Read an instance where it is (again), and note that place. */
  #noteInstance(node: number, slot: number): FieldPlace | undefined {
    const m = this.m;
    const member = m.types[m.nodes[node]!.type]!.first + slot;
    const row = m.members[member]!;
    const index = slotOf(m, node, member);
    let place: FieldPlace | undefined;
    let io = m.nodes[node]!.io;
    if (io === NONE) {
      return undefined;
    }
    begin(m);
    m.isPlain = false;
    const used = m.states[index] === THERE ? m.used : undefined;
    m.states[index] = BUSY;
    m.slots[index] = nothing();
    const mark = { io, pos: 0 };
    this.#attempt(() => {
      m.at = new At(node, member, NONE, m.nodes[node]!.start);
      if (row.condition !== NONE && !holds(m, row.condition, node)) {
        m.states[index] = ABSENT;
        return;
      }
      if (row.io !== NONE) {
        const other = evaluate(m, row.io, node);
        if (other.kind !== IO || other.a === NONE) {
          fail(m, INVALID, "cannot be computed: a stream is needed");
        }
        io = other.a;
      }
      mark.io = io;
      mark.pos = m.streams[io]!.pos;
      this.#goTo(node, row.pos, io);
      comeTo(m, node, member, NONE, io);
      place = { start: m.at.offset };
      this.#noteThere(node, member, io, place);
      toNextByte(m, io);
      place.stop = placeIn(m, io);
    }, true);
    if (row.pos !== NONE) {
      m.streams[mark.io]!.pos = mark.pos;
    }
    m.used = used ?? m.used;
    if (m.states[index] === BUSY) {
      m.states[index] = m.slots[index]!.kind === NOTHING ? UNREAD : THERE; // a part of it
    }
    return m.states[index] === ABSENT ? undefined : this.#unlessEmpty(m.slots[index]!, place);
  }

  #goTo(node: number, term: number, io: number): void {
    const m = this.m;
    if (term === NONE) {
      return;
    }
    const position = numberIn(m, evaluate(m, term, node));
    if (position.negative) {
      fail(m, INVALID, "a negative position");
    }
    toNextByte(m, io);
    m.streams[io]!.pos = Math.min(intOf(position.number), FAR);
  }

  /** Return a place, unless a record or a list takes no bytes there: it only looks things up. */
  #unlessEmpty(value: Value, place: FieldPlace | undefined): FieldPlace | undefined {
    const isEmpty = place !== undefined && place.start === place.stop;
    return isEmpty && (value.kind === RECORD || value.kind === LIST || value.kind === NOTHING) ? undefined : place;
  }
}
