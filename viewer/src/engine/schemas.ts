/** The schemas that the engine knows, and which of them a file is of. */
import { type Bytes, CONSTANTS, loadSchema, Machine, NONE } from "nacformats/_machine.js";
import type { MemberTable, SchemaTables, TypeTable } from "../protocol.js";

/** A schema that is ready to read files. */
export class KnownSchema {
  readonly tables: SchemaTables;
  /** The name of the format, for what the page knows of some formats; "" of a schema that only has the name of one. */
  readonly format: string;
  /** Bytes that every file begins with. */
  readonly magic: Uint8Array;
  /** By the number of the type, the places of members by their ids. */
  readonly slots: readonly ReadonlyMap<string, number>[];

  constructor(tables: SchemaTables, isNew = true) {
    this.tables = tables;
    this.format = isNew ? tables.name : "";
    this.slots = tables.types.map((each) => new Map(each.members.map((member, slot) => [member.id, slot])));
    const m = this.machine();
    const root = m.types[0]!;
    const contents = root.fields === 0 ? NONE : m.members[root.first + root.params]!.contents;
    const found = contents === NONE ? undefined : m.constants[contents];
    this.magic = found === undefined ? new Uint8Array() : m.buffers[CONSTANTS]!.part(found.b, found.b + found.c).slice();
  }
  machine(): Machine {
    const made = new Machine();
    loadSchema(made, this.tables.numbers as number[], this.tables.texts as string[]);
    return made;
  }
  type(number: number): TypeTable {
    return this.tables.types[number]!;
  }
  member(type: number, slot: number): MemberTable {
    return this.tables.types[type]!.members[slot]!;
  }
  begins(bytes: Bytes, start = 0, size = bytes.size): boolean {
    return this.magic.length <= size && this.magic.every((byte, k) => bytes.at(start + k) === byte);
  }
}

/** The schemas by name. */
export class KnownSchemas {
  readonly #all = new Map<string, KnownSchema>();

  learn(schemas: readonly SchemaTables[]): void {
    schemas.forEach((each) => this.#all.set(each.name, new KnownSchema(each, !this.#all.has(each.name))));
  }
  get(name: string): KnownSchema | undefined {
    return this.#all.get(name);
  }
  /**
   * Return what a file may be: the schema that its first bytes tell, those that its name tells, and those whose files
   * begin with anything.
   */
  candidates(name: string, bytes: Bytes): { sure: KnownSchema | undefined; named: KnownSchema[]; others: KnownSchema[] } {
    const files = [...this.#all.values()].filter((each) => each.tables.suffix !== "");
    const sure = files.filter((each) => each.magic.length > 0 && each.begins(bytes));
    sure.sort((left, right) => right.magic.length - left.magic.length);
    const small = name.toLowerCase();
    const named = files.filter((each) => small.endsWith(each.tables.suffix));
    const isWhole = (each: KnownSchema) => small === each.tables.name + each.tables.suffix;
    named.sort((left, right) => Number(isWhole(right)) - Number(isWhole(left)));
    return { sure: sure[0], named, others: files.filter((each) => each.magic.length === 0) };
  }
  /** Return the schema of files that go by a name, such as vocab for vocab.b: they say nowhere what they are. */
  called(name: string): KnownSchema | undefined {
    return [...this.#all.values()].find(({ tables, magic }) => {
      return magic.length === 0 && tables.suffix !== "" && name === tables.name + tables.suffix;
    });
  }
}
