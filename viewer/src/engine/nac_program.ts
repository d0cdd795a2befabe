/** The program of a NAC file. */
import type { ReadProgram } from "../protocol.js";
import { coerced, type Literal, literalText, MOST_LITERAL, shortened } from "./literals.js";
import type { Columns, Members } from "./members.js";
import { printable } from "./printing.js";
import { ProgramColumns } from "./program_columns.js";

/** Numbers below are those of system operations. */
const FIRST_REGULAR = 10;
/** The variant of inputs of the caller, and of outputs that end the program. */
const PLAIN = 0;
const NO_OPERATION = "<NONE>";
/** The most pairs of operation and variant: each is looked up in the tables of the file. */
const MOST_LAYOUTS = 1 << 12;
/** The most characters of a name. */
const MOST_NAME = 241;
/** The file that describes inputs and outputs. */
const INTERFACE = "interface.json";
const MOST_INTERFACE = 1 << 20;

/** Instructions of one operation and one variant or signature. */
interface Layout {
  readonly name: string;
  /** Of `instruction_layout` in the schema. */
  readonly kind: string;
  /** What an INPUT loads: of `input_source`; "" where it names nothing. */
  readonly source: string;
  readonly codes: string;
}

/** Why the operands of an instruction are not known. */
class Unknown extends Error {}

export class NacRows {
  readonly #root: Members;
  readonly #columns: Columns;
  readonly #made = new ProgramColumns("ops.instructions");
  readonly #layouts = new Map<number, Layout>();
  readonly #signatures: ReadonlyMap<number, string>;
  readonly #constants: Constants;
  readonly #parameters: ReadonlyMap<number, string>;
  readonly #inputs: ReadonlyMap<number, string>;

  constructor(root: Members, columns: Columns) {
    this.#root = root;
    this.#columns = columns;
    this.#signatures = signaturesOf(root.record("perm")?.columns("entries"));
    this.#constants = new Constants(root.record("cnst"));
    const data = root.record("data");
    this.#parameters = namesOf(data?.columns("parameters"), "id_parameter");
    this.#inputs = namesOf(data?.columns("inputs"), "idx_instruction");
  }

  program(): ReadProgram | undefined {
    const made = this.#made;
    let end = -1;
    for (let row = 0; row < this.#columns.count; row++) {
      const layout = this.#layoutOf(row);
      if (layout === undefined || made.isFull) {
        return undefined;
      }
      made.begin(layout.name);
      this.#takeOperands(row, layout);
      if (end < 0 && layout.kind === "output" && this.#columns.number("b", row) === PLAIN) {
        end = row;
      }
    }
    this.#nameOutputs(end);
    return made.program();
  }

  #layoutOf(row: number): Layout | undefined {
    const [a, b] = [this.#columns.number("a", row), this.#columns.number("b", row)];
    const key = (a << 8) | b;
    let found = this.#layouts.get(key);
    if (found === undefined && this.#layouts.size < MOST_LAYOUTS) {
      const instruction = this.#root.record("ops")!.element("instructions", row);
      found = instruction && this.#looked(instruction, a, b);
      found && this.#layouts.set(key, found);
    }
    return found;
  }

  #looked(instruction: Members, a: number, b: number): Layout {
    const kind = instruction.name("kind");
    const fields = kind === "input" ? instruction.record("fields") : undefined;
    const source = fields?.number("has_id") || b === PLAIN ? (fields?.name("source") ?? "") : "";
    return { name: this.#nameOf(instruction, a), kind, source, codes: b === 0 ? "" : (this.#signatures.get(b) ?? "") };
  }

  #nameOf(instruction: Members, a: number): string {
    if (a < FIRST_REGULAR) {
      const name = instruction.name("operation");
      return a === 0 ? NO_OPERATION : name === String(a) ? `<RESERVED ${a}>` : `<${name.toUpperCase()}>`;
    }
    const name = instruction.text("name_text");
    const isNamed = name !== `A=${a}` || this.#root.record("lookups")!.element("operation_table", a)!.number("idx_entry") >= 0;
    return isNamed ? shortened(printable(name.slice(0, MOST_LITERAL + 1))) : `? ${a}`;
  }

  /** Take the operands of a row, or why they are not known. */
  #takeOperands(row: number, layout: Layout): void {
    const made = this.#made;
    try {
      this.#take(row, layout);
    } catch (error) {
      if (!(error instanceof Unknown)) {
        throw error;
      }
      made.clear();
      made.take(`<${error.message}>`);
    }
  }

  #take(row: number, { kind, source, codes }: Layout): void {
    const word = (name: string) => this.#columns.signed(`fields.${name}`, row);
    switch (kind) {
      case "input":
        return this.#takeLoaded(row, source);
      case "call":
        return this.#takeArguments(row, codes);
      case "element":
        this.#takeResult(row, word("distance"));
        return this.#takeConstants(row);
      case "output":
        return this.#listed("distances", row).forEach((distance) => this.#takeResult(row, distance));
      case "update":
        this.#takeParameter(row, word("id"));
        this.#takeResult(row, word("gradient"));
        return this.#takeResult(row, word("rate"));
      case "control_flow":
        return this.#takeResult(row, word("predicate"));
    }
  }

  #takeLoaded(row: number, source: string): void {
    const number = this.#columns.signed("fields.id", row);
    const parameter = source === "parameter" ? this.#parameters.get(number) : undefined;
    if (parameter !== undefined) {
      return this.#made.name(row, parameter);
    }
    const name = this.#inputs.get(row);
    if (name !== undefined) {
      this.#made.name(row, shortened(printable(name.slice(0, MOST_LITERAL + 1))).replace(/^"+|"+$/g, ""));
    }
    switch (source) {
      case "":
        return;
      case "user":
        this.#made.inputs.push(row);
        return;
      case "parameter":
        return this.#takeParameter(row, number);
      case "constant":
        return this.#takeConstant(number, "");
    }
    this.#made.take(source === "saved" ? `saved %${number}` : `${source} ${number}`);
  }

  #takeParameter(row: number, number: number): void {
    const name = this.#parameters.get(number);
    if (name === undefined) {
      this.#made.take(`param ${number}`);
      return;
    }
    this.#made.take(`param ${number} "${shortened(printable(name.slice(0, MOST_LITERAL + 1)))}"`);
    this.#made.name(row, name);
  }

  /** Take the arguments that a signature has: a distance of 0 stands for the next constant. */
  #takeArguments(row: number, codes: string): void {
    const constants = this.#listed("constants", row);
    let listed = 0;
    for (const [place, distance] of this.#listed("distances", row).slice(0, codes.length).entries()) {
      if (distance !== 0) {
        this.#takeResult(row, distance);
        continue;
      }
      if (listed === constants.length) {
        throw new Unknown("D asks for more constants than C lists");
      }
      this.#takeConstant(constants[listed]!, codes[place]!);
      listed += 1;
    }
  }

  #takeConstants(row: number): void {
    this.#listed("constants", row).forEach((number) => this.#takeConstant(number, ""));
  }

  #takeConstant(number: number, code: string): void {
    const text = this.#constants.text(number, code);
    if (text === undefined) {
      throw new Unknown(`there is no constant ${number}`);
    }
    this.#made.take(text);
  }

  #takeResult(row: number, distance: number): void {
    if (distance >= 0 || row + distance < 0) {
      throw new Unknown("takes a result that does not exist yet");
    }
    this.#made.take(row + distance);
  }

  #listed(name: string, row: number): number[] {
    const key = `fields.${name}`;
    const [start, stop] = this.#columns.range(key, row);
    return Array.from({ length: stop - start }, (_, k) => this.#columns.signed(key, start + k));
  }

  /** Name the results of the program as a compiled file does. */
  #nameOutputs(end: number): void {
    const distances = end < 0 ? [] : this.#listed("distances", end);
    const names = outputNames(this.#root);
    if (names.length !== distances.length) {
      return;
    }
    for (const [place, distance] of distances.entries()) {
      const row = end + distance;
      if (row >= 0 && row < end && !names[place]!.startsWith("%")) {
        this.#made.name(row, names[place]!);
        this.#made.outputs.push(row);
      }
    }
  }
}

/** The constants of a file, as text. */
class Constants {
  readonly #columns: Columns | undefined;
  /** The section is damaged: the constants are known by their numbers. */
  readonly #isUnread: boolean;
  readonly #kinds: Readonly<Record<string, string>>;
  readonly #places: ReadonlyMap<number, number>;
  readonly #texts = new Map<string, string>();

  constructor(section: Members | undefined) {
    this.#columns = section?.columns("entries");
    this.#isUnread = this.#columns === undefined && Boolean(section?.number("num_entries"));
    this.#kinds = section?.namesIn("entries", "kind") ?? {};
    this.#places = placesOf(this.#columns, "id_constant");
  }

  /** Return a constant as the code of an argument requires; nothing where there is none. */
  text(number: number, code: string): string | undefined {
    if (this.#isUnread) {
      return `#${number}`;
    }
    const key = `${number}${code}`;
    const place = this.#places.get(number);
    if (!this.#texts.has(key) && place !== undefined) {
      this.#texts.set(key, literalText(coerced(this.#value(this.#columns!, place), code)));
    }
    return this.#texts.get(key);
  }

  #value(columns: Columns, place: number): Literal {
    switch (this.#kinds[columns.number("kind", place)]) {
      case "truth":
        return columns.number("body.is_true", place) !== 0;
      case "int64":
        return BigInt.asIntN(64, columns.large("body.number", place));
      case "float64":
        return columns.reals("body.raw", place, 8, 1)[0]!;
      case "text":
        return Array.from(columns.text("body.text", place, 2 * MOST_LITERAL + 2)).slice(0, MOST_LITERAL + 1).join("");
      case "int32_list": {
        const [start, stop] = columns.range("body.numbers", place);
        const count = Math.min(stop - start, MOST_LITERAL + 1);
        return Array.from({ length: count }, (_, k) => BigInt(columns.signed("body.numbers", start + k)));
      }
      case "float32_list":
        return columns.reals("body.raw", place, 4, MOST_LITERAL + 1);
    }
    return null;
  }
}

/** Return the records of a list by a number in them; of those that have the same one, the last counts. */
function placesOf(columns: Columns | undefined, key: string): Map<number, number> {
  return new Map(Array.from({ length: columns?.count ?? 0 }, (_, k) => [columns!.number(key, k), k]));
}

function namesOf(columns: Columns | undefined, key: string): Map<number, string> {
  const names = new Map<number, string>();
  placesOf(columns, key).forEach((place, number) => names.set(number, columns!.text("name", place, MOST_NAME)));
  return names;
}

function signaturesOf(columns: Columns | undefined): Map<number, string> {
  const codes = (place: number) => {
    const [start, stop] = columns!.range("codes", place);
    return Array.from({ length: stop - start }, (_, k) => String.fromCharCode(columns!.number("codes.code", start + k))).join("");
  };
  return new Map([...placesOf(columns, "id_signature")].map(([number, place]) => [number, codes(place)]));
}

/** Return the names of outputs, as far as a compiled file has them. */
function outputNames(root: Members): readonly string[] {
  const files = root.record("rsrc")?.records("files") ?? [];
  const data = files.find((each) => each.text("name") === INTERFACE)?.bytes("data");
  if (data === undefined || data.length > MOST_INTERFACE) {
    return [];
  }
  try {
    const { outputs } = JSON.parse(new TextDecoder().decode(data)) as { outputs: readonly { name: unknown }[] };
    return outputs.map(({ name }) => String(name));
  } catch {
    return [];
  }
}
