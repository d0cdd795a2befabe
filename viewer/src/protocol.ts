/**
 * What the page is given (`Page`), and what it asks the worker that reads the files (`Engine`).
 *
 * Fields of files are read by the worker alone, through the machine that `nacformats generate` makes and the tables of
 * the schemas. What no schema says (restored names, blocks, rules across fields, schedules) is in the report that
 * `nacformats view` makes in Python; nacformats/view/report.py has the same types.
 */

/** The JSON in the page. */
export interface Page {
  /** Version of nacformats. */
  readonly version: string;
  /** Schemas beside those that every page has: that of `--schema`. */
  readonly schemas: readonly SchemaTables[];
  /** None: the page asks for a file. Two: they are compared. */
  readonly files: readonly PageFile[];
  readonly difference?: Difference;
}

/** A file that a page was made for. */
export interface PageFile {
  readonly name: string;
  readonly size: number;
  /** The name of its schema; without it, the worker finds out. */
  readonly schema?: string;
  /** Where its bytes are: the id of the element with them as base64; without it, the page asks for the file. */
  readonly element?: string;
  readonly report?: Report;
}

/** A schema as data: what `new Schema(name, suffix, numbers, texts, [])` of the machine takes, and what it says to people. */
export interface SchemaTables {
  readonly name: string;
  readonly title: string;
  readonly suffix: string;
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
  /** By the number of the type in `numbers`. */
  readonly types: readonly TypeTable[];
}

export interface TypeTable {
  readonly id: string;
  readonly doc: string;
  /** A text with {fields} in it that says what a record is; "" for none. */
  readonly shown: string;
  /** In the order of the machine: parameters, fields, instances, computed ones. */
  readonly members: readonly MemberTable[];
}

export interface MemberTable {
  readonly id: string;
  readonly doc: string;
  /** The names of numbers. */
  readonly names?: Readonly<Record<string, string>>;
  /** The schema of the file that its bytes are; "{name}": of a file that is called as that field says. */
  readonly holds?: string;
}

// ---------------------------------------------------------------------------------------------------------------------
// The report: what Python knows of a file. Every part may be absent, or empty.

export interface Report {
  /** Such as "nac". */
  readonly format: string;
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly program?: Program;
  readonly tensors: readonly Tensor[];
  readonly schedule?: Schedule;
  readonly plan?: readonly PlanLine[];
}

/** One screen about a file: nacformats/view/summary.py. */
export interface Summary {
  /** Such as "NAC 1.6 program". */
  readonly kind: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** Such as "h.0 to h.11: 12 x 38 instructions". */
  readonly blocks: readonly string[];
  /** `bytes` are absent where a size is not known, here and below. */
  readonly dtypes: readonly { readonly dtype: string; readonly tensors: number; readonly bytes?: number }[];
  readonly largest: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
}

export interface Port {
  readonly name: string;
  readonly type: string;
}

export interface Finding {
  readonly severity: "error" | "warning" | "note";
  readonly rule: string;
  readonly path: string;
  readonly offset: number | null;
  readonly message: string;
}

/** A program as columns: row i has the operator `operators[operator[i]]`. */
export interface Program {
  readonly operators: readonly string[];
  readonly operator: readonly number[];
  /** The operands of row i are those from starts[i] to below starts[i + 1]: a row, or -1 - k for `constants[k]`. */
  readonly starts: readonly number[];
  readonly operands: readonly number[];
  readonly constants: readonly string[];
  /** Types of results, such as "float32[1, 12, 64]", by number; -1 for none. */
  readonly types: readonly string[];
  readonly type: readonly number[];
  /** The names of rows: of a parameter, an input or an output, by row. */
  readonly names: Readonly<Record<string, string>>;
  /** The address of row i is `${path}[${i}]`. */
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** A program as the worker reads it: without types and blocks, which no schema says. */
export interface ReadProgram extends Program {
  /** The names of rows that the caller gives, and of those that are returned. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Rows that occur several times. */
export interface Block {
  /** Such as "h.0 to h.11". */
  readonly name: string;
  readonly length: number;
  /** The rows of each occurrence, the end excluded. */
  readonly spans: readonly (readonly [start: number, stop: number])[];
  /** Blocks in the first occurrence. */
  readonly inner: readonly Block[];
}

export interface Tensor {
  readonly name: string;
  /** As NumPy and ml_dtypes call it, such as "float32", "bfloat16"; or what the format says, such as "Q4_0". */
  readonly dtype: string;
  /** Names, or "?", of sizes that are no numbers. */
  readonly shape: readonly (number | string)[];
  /** Its bytes in the file, the end excluded; absent if they are elsewhere. */
  readonly start?: number;
  readonly stop?: number;
  readonly bytes?: number;
  readonly path: string;
  readonly note?: string;
}

/** What memory holds over time. */
export interface Schedule {
  readonly unit: "bytes" | "tensors";
  /** Ticks, the end excluded. */
  readonly ticks: number;
  readonly peak: number;
  /** What is held at each tick. */
  readonly held: readonly number[];
  readonly spans: readonly {
    readonly name: string;
    readonly first: number;
    readonly last: number;
    /** Absent where it is not known. */
    readonly size?: number;
    readonly path: string;
  }[];
}

export interface PlanLine {
  readonly text: string;
  readonly path: string;
}

// ---------------------------------------------------------------------------------------------------------------------
// Two models: nacformats/comparing/.

export type Mark = "same" | "inserted" | "removed" | "moved" | "changed" | "renamed";

export interface Difference {
  readonly left: { readonly name: string; readonly format: string };
  readonly right: { readonly name: string; readonly format: string };
  readonly same: boolean;
  readonly summary: readonly string[];
  readonly rows: readonly DifferentRow[];
  readonly parameters: readonly DifferentParameter[];
  readonly other: readonly { readonly path: string; readonly mark: Mark; readonly left: string | null; readonly right: string | null }[];
}

export interface DifferentRow {
  readonly mark: Mark;
  readonly left: number | null;
  readonly right: number | null;
  readonly left_text: string;
  readonly right_text: string;
  readonly path_left: string;
  readonly path_right: string;
  readonly changes: readonly { readonly what: string; readonly left: string; readonly right: string }[];
}

export interface DifferentParameter {
  readonly mark: Mark;
  readonly left: string | null;
  readonly right: string | null;
  readonly left_type: string;
  readonly right_type: string;
  /** Mean squared error, relative to the larger one. */
  readonly nmse: number | null;
  readonly cosine: number | null;
  readonly largest: number | null;
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] } | null;
}

// ---------------------------------------------------------------------------------------------------------------------
// The worker. `Engine` is what the page calls; each method is a message and its answer, and may be refused with `Failure`.

export interface Failure {
  readonly message: string;
  readonly path?: string;
  readonly offset?: number;
}

/** One line of the tree: a field, an element of a list, or the root. */
export interface Row {
  /** The address: "ops.instructions[12].a"; "" is the root. */
  readonly path: string;
  /** The id of the field, or "[12]". */
  readonly name: string;
  readonly kind: "record" | "list" | "integer" | "real" | "bool" | "text" | "bytes";
  /** The value in one line for people, at most 200 characters. */
  readonly text: string;
  /** The type in the schema, such as "u4" or "tensor_descriptor". */
  readonly type: string;
  readonly doc: string;
  /** Its bytes in the file, the end excluded; absent of what is computed. */
  readonly start?: number;
  readonly stop?: number;
  /** Rows below it: fields of a record, elements of a list. */
  readonly count: number;
  /** It has a position of its own, or is computed. */
  readonly isInstance: boolean;
}

export interface Opened {
  readonly schema: string;
  readonly title: string;
  readonly size: number;
  readonly root: Row;
  /** Why the file was not read to its end; what is before is there. */
  readonly failure?: Failure;
  /** Does the file hold a tokenizer? */
  readonly hasTokenizer: boolean;
  /** The list that is the program, such as "ops.instructions", or "". */
  readonly program: string;
}

/** Bytes of a field that has no fields: `stop` is excluded. Bytes that no field has are padding, with the path "". */
export interface Span {
  readonly start: number;
  readonly stop: number;
  readonly path: string;
}

export interface Statistics {
  readonly count: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly deviation: number;
  readonly zeros: number;
  readonly nans: number;
  readonly infinities: number;
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
  /** Means of cells of the tensor as a matrix of its last axis, at most 128 x 128; row by row. */
  readonly map: { readonly rows: number; readonly columns: number; readonly means: readonly number[] };
  /** Not all elements were read: one of so many. */
  readonly step: number;
}

export interface Token {
  readonly id: number;
  readonly piece: string;
  /** The characters of the text, in UTF-16, the end excluded. */
  readonly start: number;
  readonly stop: number;
}

/** A file, or its bytes. `File` is read in slices. */
export type Source = Blob | Uint8Array;

export interface Engine {
  /** Add schemas to those that are known. */
  learn(schemas: readonly SchemaTables[]): Promise<void>;
  /** Open a file as number `file`. Without a schema, it is found by the bytes and the name. */
  open(file: number, name: string, source: Source, schema?: string): Promise<Opened>;
  /** Return `count` rows below an address, from the row `first` on. */
  rows(file: number, path: string, first: number, count: number): Promise<readonly Row[]>;
  /** Return the row of an address, and those above it, the root first. */
  resolve(file: number, path: string): Promise<readonly Row[]>;
  /** Return the field that a byte belongs to, and the rows above it, the root first. */
  at(file: number, offset: number): Promise<readonly Row[]>;
  /** Return the fields that bytes belong to, in order, without gaps. */
  spans(file: number, start: number, stop: number): Promise<readonly Span[]>;
  bytes(file: number, start: number, stop: number): Promise<Uint8Array>;
  /** Return rows whose name or value holds a text, after an address; at most `limit`. */
  search(file: number, text: string, after: string, limit: number): Promise<readonly Row[]>;
  /** Return a part of the tree as JSON, cut at `limit` characters. */
  json(file: number, path: string, limit: number): Promise<string>;
  /** Return the tensors that the schema itself shows: without a report. */
  tensors(file: number): Promise<readonly Tensor[]>;
  /** Return the program with its operands, without a report; nothing where the schema does not say so much. */
  program(file: number): Promise<ReadProgram | undefined>;
  statistics(file: number, tensor: Tensor): Promise<Statistics>;
  tokens(file: number, text: string): Promise<readonly Token[]>;
}
