⟨export type Octets = Uint8Array;⟩
⟨export type Source = Octets | ArrayBuffer;⟩
⟨export type Any = number | bigint | boolean | string | Octets | View | readonly Any[] | undefined;⟩
⟨export type To<T> = (tree: Tree, value: Value) => T;⟩
⟨export type From<T> = (tree: Tree, value: T) => Value;⟩
⟨export interface Codec<T> { readonly to: To<T>; readonly of: From<T> }⟩
⟨export interface Arrays { u1: Uint8Array; u2: Uint16Array; u4: Uint32Array; u8: BigUint64Array; i1: Int8Array; i2: Int16Array;⟩
    ⟨i4: Int32Array; i8: BigInt64Array; f2: Uint16Array; f4: Float32Array; f8: Float64Array }⟩
const arrays = {
    u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, u8: BigUint64Array, i1: Int8Array, i2: Int16Array,
    i4: Int32Array, i8: BigInt64Array, f2: Uint16Array, f4: Float32Array, f8: Float64Array,
};
/** A file is refused, or a tree cannot be written. */
export class FormatError extends Error {
    /** The field, such as tensors[3].ofs_body. */
    ⟨readonly path: string;⟩
    /** The byte of the file; -1 if a tree cannot be written. */
    ⟨readonly offset: number;⟩
    /** What is wrong there. */
    ⟨readonly reason: string;⟩
    constructor(m⟨: Machine⟩) {
        super(refusal(m));
        this.name = "FormatError";
        this.path = m.errorPath;
        this.offset = m.errorOffset;
        this.reason = m.errorMessage;
    }
}
/** A schema: the name, and the suffix of its files, or "". */
export class Schema {
    ⟨readonly name: string;⟩
    ⟨readonly suffix: string;⟩
    ⟨readonly classes: Map<number, new (tree: Tree, node: number) => View>;⟩
    /** The numbers of the classes, by their names. */
    ⟨readonly types: Map<string, number>;⟩
    ⟨readonly loaded: Machine;⟩
    constructor(name⟨: string⟩, suffix⟨: string⟩, numbers⟨: number[]⟩, texts⟨: string[]⟩, classes⟨: [number, new (tree: Tree, node: number) => View][]⟩) {
        this.name = name;
        this.suffix = suffix;
        this.classes = new Map(classes);
        this.types = new Map(classes.map(([number, each]) => [each.prototype.$type, number]));
        this.loaded = new Machine();
        loadSchema(this.loaded, numbers, texts);
    }
    machine()⟨: Machine⟩ {
        const { texts, types, members, kinds, cases, rules, derives, encodings, terms, constants, lists, buffers } = this.loaded;
        const tables = { texts, types, members, kinds, cases, rules, derives, encodings, terms, constants, lists };
        return Object.assign(new Machine(), tables, { buffers: [new Bytes(), buffers[1], new Bytes()] });
    }
    /** Read a file. It keeps the bytes, which must not be changed. Throws FormatError. */
    read(data⟨: Source⟩)⟨: View⟩ {
        const tree = new Tree(this);
        const isView = ArrayBuffer.isView(data);
        const plain = isView ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
        tree.m.buffers[FILE] = new Bytes(plain);
        tree.m.wantsColumns = true;
        tree.run(readFile);
        return tree.record(ROOT);
    }
    /** Return a new tree with some fields and its defaults. */
    create(fields⟨?: object⟩)⟨: View⟩ {
        const tree = new Tree(this);
        return filled(tree.record(tree.run(newTree)), fields);
    }
    /** Return what is read of a file, and written again, as a line of JSON. */
    answer(data⟨: Octets⟩)⟨: string⟩ { return answer(this.machine(), new Bytes(data)); }
    /** Return the tree of a file as JSON, with all instances that have a position. Throws FormatError. */
    shown(data⟨: Octets⟩)⟨: string⟩ {
        const m = this.machine();
        const text = shown(m, new Bytes(data));
        if (m.status !== OK) {
            throw new FormatError(m);
        }
        return text;
    }
}
export class Tree {
    ⟨readonly schema: Schema;⟩
    ⟨readonly m: Machine;⟩
    ⟨readonly records: Map<number, View>;⟩
    ⟨readonly lists: Map<number, [unknown, readonly unknown[]]>;⟩
    constructor(schema⟨: Schema⟩) {
        this.schema = schema;
        this.m = schema.machine();
        this.records = new Map();
        this.lists = new Map();
    }
    run⟨<T>⟩(work⟨: (m: Machine) => T⟩)⟨: T⟩ {
        try {
            return work(this.m);
        } catch (error) {
            throw error instanceof Failed ? new FormatError(this.m) : error;
        }
    }
    record(node⟨: number⟩)⟨: View⟩ {
        const found = this.records.get(node) ?? new (this.schema.classes.get(this.m.nodes[node].type) ?? View)(this, node);
        this.records.set(node, found);
        return found;
    }
    create(type⟨: number⟩, fields⟨?: object⟩)⟨: View⟩ { return filled(this.record(this.run((m) => newRecord(m, type))), fields); }
    /** Return a new record of the class of this name. */
    named(name⟨: string⟩, fields⟨: object⟩)⟨: View⟩ {
        const type = this.schema.types.get(name);
        if (type === undefined) {
            throw new TypeError(`${this.schema.name} has no records that are called ${name}`);
        }
        return this.create(type, fields);
    }
    list⟨<T>⟩(value⟨: Value⟩, to⟨: To<T>⟩)⟨: readonly T[]⟩ {
        const [by, found] = this.lists.get(value.a) ?? [undefined, []];
        if (by === to) {
            return found⟨ as readonly T[]⟩;
        }
        const made = Array.from({ length: countOfValue(this.m, value) }, (_, k) => to(this, this.element(value, k)));
        this.lists.set(value.a, [to, made]);
        return made;
    }
    /** Return an element; a record that can no longer be read, since others were changed, is an error. */
    element(value⟨: Value⟩, k⟨: number⟩)⟨: Value⟩ {
        const found = elementOfValue(this.m, value, k);
        if (found.kind === NOTHING && this.m.items[value.a].table !== NONE) {
            throw new FormatError(this.m);
        }
        return found;
    }
    write()⟨: Octets⟩ {
        this.run(writeFile);
        return this.m.written.data.slice(0, this.m.written.size);
    }
}
/** A record of a tree. */
export class View {
    ⟨readonly $tree: Tree;⟩
    ⟨readonly $node: number;⟩
    constructor(tree⟨: Tree⟩, node⟨: number⟩) {
        this.$tree = tree;
        this.$node = node;
    }
    /** The name of the class, which tells the cases of a switch apart. */
    get $type()⟨: string⟩ { return ""; }
    /** Return the record as JSON. */
    toJson()⟨: string⟩ {
        const to = new Bytes();
        putJson(this.$tree.m, to, this.$node, true);
        return textOfBytes(to, 0, to.size);
    }
    $value(slot⟨: number⟩, asks⟨: boolean⟩)⟨: Value⟩ {
        return this.$tree.run((m) => (asks ? askSlot : slotValue)(m, this.$node, slot));
    }
    $one⟨<T>⟩(slot⟨: number⟩, asks⟨: boolean⟩, to⟨: To<T>⟩)⟨: T | undefined⟩ {
        const value = this.$value(slot, asks);
        return value.kind === NOTHING ? undefined : to(this.$tree, value);
    }
    $list⟨<T>⟩(slot⟨: number⟩, asks⟨: boolean⟩, to⟨: To<T>⟩)⟨: readonly T[] | undefined⟩ {
        return this.$one(slot, asks, (tree, value) => tree.list(value, to));
    }
    $columns(slot⟨: number⟩, asks⟨: boolean⟩, kinds⟨: readonly (readonly [key: string, kind: keyof Arrays])[]⟩)⟨: object | undefined⟩ {
        const m = this.$tree.m;
        const value = this.$value(slot, asks);
        const table = value.kind === LIST ? m.items[value.a].table : NONE;
        if (table === NONE && countOfValue(m, value) > 0) {
            return undefined;
        }
        const made⟨: Record<string, unknown>⟩ = { $count: table === NONE ? 0 : m.tables[table].count };
        kinds.forEach(([key, kind], k) => {
            const column = table === NONE ? new U1s(0) : columnArray(m.tables[table].columns[k]);
            made[key] = new arrays[kind](column.data.buffer⟨ as ArrayBuffer⟩, 0, column.size * column.data.BYTES_PER_ELEMENT / arrays[kind].BYTES_PER_ELEMENT);
        });
        return made;
    }
    $put⟨<T>⟩(slot⟨: number⟩, value⟨: T | undefined⟩, of⟨: From<T>⟩)⟨: void⟩ {
        const m = this.$tree.m;
        setSlot(m, this.$node, slot, value === undefined ? nothing() : withBits(slotValue(m, this.$node, slot), of(this.$tree, value)));
    }
    $putList⟨<T>⟩(slot⟨: number⟩, values⟨: readonly T[] | undefined⟩, of⟨: From<T>⟩)⟨: void⟩ {
        const given = slotValue(this.$tree.m, this.$node, slot);
        const known = given.kind === LIST ? this.$tree.m.items[given.a].values : [];
        const made = values?.map((each, k) => withBits(known[k], of(this.$tree, each)));
        made ? setList(this.$tree.m, this.$node, slot, made) : setSlot(this.$tree.m, this.$node, slot, nothing());
        this.$tree.lists.clear();
    }
}
/** Return a record whose fields are set. */
function filled(record⟨: View⟩, fields⟨?: object⟩)⟨: View⟩ {
    for (const [key, value] of Object.entries(fields ?? {})) {
        if (value === undefined || (key === "$type" && value === record.$type)) {
            continue;
        }
        if (!Object.getOwnPropertyDescriptor(Object.getPrototypeOf(record), key)?.set) {
            throw new TypeError(`${record.$type} has no field ${key} that can be set`);
        }
        Reflect.set(record, key, value);
    }
    return record;
}
function columnArray(column⟨: Column⟩)⟨: U1s | U2s | U4s⟩ {
    return column.width === 1 ? column.u1 : column.width === 2 ? column.u2 : column.width === 4 ? column.u4 : column.u8;
}
const isNan = (value⟨: Value | undefined⟩) => value !== undefined && value.kind === REAL && Number.isNaN(realOfBits(value.number, value.a));
/** A NaN that is set where one is keeps its bits: JavaScript has only one. */
const withBits = (given⟨: Value | undefined⟩, made⟨: Value⟩) => given !== undefined && isNan(given) && isNan(made) ? given : made;
export const toBigint⟨: To<bigint>⟩ = (_, value) => isBelowZero(value) ? -sizeOfValue(value) : sizeOfValue(value);
export const toNumber⟨: To<number>⟩ = (tree, value) => Number(toBigint(tree, value));
export const toReal⟨: To<number>⟩ = (_, value) => realOfValue(value);
export const toBool⟨: To<boolean>⟩ = (_, value) => integerOfValue(value) !== 0n;
export const toText⟨: To<string>⟩ = (tree, value) => textOfValue(tree.m, value);
export const toBytes⟨: To<Octets>⟩ = (tree, value) => tree.m.buffers[value.a].part(value.b, value.b + value.c);
export function toRecord⟨<T extends View>⟩(tree⟨: Tree⟩, value⟨: Value⟩)⟨: T⟩ { return tree.record(value.a)⟨ as T⟩; }
const isSafe = (number⟨: bigint⟩) => BigInt(Number.MIN_SAFE_INTEGER) <= number && number <= BigInt(Number.MAX_SAFE_INTEGER);
const toInteger⟨: To<number | bigint>⟩ = (tree, value) => isSafe(toBigint(tree, value)) ? toNumber(tree, value) : toBigint(tree, value);
const conversions⟨: [number, To<Any>][]⟩ = [[INT, toInteger], [BOOL, toBool], [REAL, toReal], [TEXT, toText], [BYTES, toBytes], [RECORD, toRecord], [VARINT, toInteger]];
export const toAny⟨: To<Any>⟩ = (tree, value) => value.kind === LIST ? tree.list(value, toAny) : conversions.find((each) => each[0] === value.kind)?.[1](tree, value);
export const fromBigint⟨: From<bigint>⟩ = (_, value) => new Value(INT, value < 0n, value < 0n ? -value : value, 0, 0, 0, NONE);
export const fromNumber⟨: From<number>⟩ = (tree, value) => fromBigint(tree, BigInt(value));
export const fromVarint⟨: From<bigint>⟩ = (_, value) => new Value(VARINT, false, BigInt.asUintN(64, value), 0, 0, 0, NONE);
export const fromSvarint⟨: From<bigint>⟩ = (_, value) => new Value(VARINT, true, BigInt.asUintN(64, value), 0, 0, 0, NONE);
export const fromReal⟨: From<number>⟩ = (_, value) => new Value(REAL, false, bitsOfReal(value, 8), 8, 0, 0, NONE);
export const fromFloat⟨: From<number>⟩ = (_, value) => new Value(REAL, false, bitsOfReal(value, 4), 4, 0, 0, NONE);
export const fromBool⟨: From<boolean>⟩ = (_, value) => new Value(BOOL, false, value ? 1n : 0n, 0, 0, 0, NONE);
/** Half of a pair of surrogates is no text: it becomes a byte that writing refuses. */
export const fromText⟨: From<string>⟩ = (tree, value) => keepText(tree.m, new Bytes(/\p{Surrogate}/u.test(value) ? NO_TEXT : encoder.encode(value)));
const NO_TEXT = new Uint8Array([255]);
export const fromBytes⟨: From<Octets>⟩ = (tree, value) => keepBytes(tree.m, new Bytes(value));
/** Return what takes a record of a class, or an object with its fields. */
export function fromRecord(name⟨: string⟩)⟨: From<object>⟩ {
    return (tree, value) => {
        const record = value instanceof View ? value : tree.named(name, value);
        if (record.$tree !== tree) {
            throw new TypeError("the record belongs to another tree");
        }
        return new Value(RECORD, false, 0n, record.$node, 0, 0, NONE);
    };
}
/** Return what makes a case of a switch of a value. */
export function oneOf⟨<T>⟩()⟨: To<T>⟩ { return toAny⟨ as To<unknown> as To<T>⟩; }
/** Return what makes the name of a number, or the number that has none, of a value and back. */
export function enumOf⟨<T extends string | number | bigint>⟩(numbers⟨: Readonly<Record<string, number | bigint>>⟩, to⟨: To<number | bigint>⟩)⟨: Codec<T>⟩ {
    const known = new Map(Object.entries(numbers));
    const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
    return {
        to: (tree, value) => (names.get(to(tree, value)) ?? to(tree, value))⟨ as T⟩,
        of: (tree, value) => {
            const number = typeof value === "string" ? known.get(value) : value;
            if (number === undefined) {
                throw new TypeError(`${value} is none of ${[...known.keys()].join(", ")}`);
            }
            return fromBigint(tree, BigInt(number));
        },
    };
}
export const fromAny⟨: From<unknown>⟩ = (tree, value) => {
    switch (typeof value) {
        case "number": return Number.isInteger(value) && !Object.is(value, -0) ? fromNumber(tree, value) : fromReal(tree, value);
        case "bigint": return fromBigint(tree, value);
        case "boolean": return fromBool(tree, value);
        case "string": return fromText(tree, value);
    }
    if (value instanceof Uint8Array) {
        return fromBytes(tree, value);
    }
    return typeof value === "object" && value !== null && "$type" in value ? fromRecord(String(value.$type))(tree, value) : nothing();
};
