/** Programs as columns, of files without a report: as far as the schema says what their rows take. */
import type { ReadProgram } from "../protocol.js";
import { type Columns, type Members, rootOf } from "./members.js";
import { NacRows } from "./nac_program.js";
import { joined } from "./printing.js";
import { ProgramColumns } from "./program_columns.js";
import type { Tree } from "./tree.js";

/** Programs of more rows are shown as a list. */
const MOST_ROWS = 1 << 20;

/** By the name of the schema, what reads the program of a file; nothing where it cannot. */
const PROGRAMS = new Map([["nac", nacProgram], ["micb", micProgram]]);

export function programIn(tree: Tree): ReadProgram | undefined {
  return PROGRAMS.get(tree.schema.format)?.(tree);
}

function nacProgram(tree: Tree): ReadProgram | undefined {
  const root = rootOf(tree);
  const columns = root.record("ops")?.columns("instructions");
  if (columns === undefined || columns.count > MOST_ROWS) {
    return undefined;
  }
  return new NacRows(root, columns).program();
}

// ---------------------------------------------------------------------------------------------------------------------
// MIC-B

/** The most characters of a name. */
const MOST_NAME = 241;
/** The names of lists of parameters that are not axes, by the operation. */
const LISTS = new Map([["transpose", "perm"]]);

/** The operation of nodes: its name, and the parameters that it has. */
interface Operation {
  readonly name: string;
  readonly parameters: readonly ("axis" | "count" | "elements")[];
}

function micProgram(tree: Tree): ReadProgram | undefined {
  const root = rootOf(tree);
  const columns = root.columns("values");
  const strings = root.columns("strings");
  if (columns === undefined || columns.count > MOST_ROWS) {
    return undefined;
  }
  const made = new ProgramColumns("values");
  const tags = root.namesIn("values", "tag");
  const operations = new Map<number, Operation>();
  const text = (key: string, row: number) => strings?.text("text", columns.number(key, row), MOST_NAME) ?? "";
  for (let row = 0; row < columns.count; row++) {
    if (made.isFull) {
      return undefined;
    }
    const tag = tags[columns.number("tag", row)] ?? "";
    if (tag !== "node") {
      made.begin(tag);
      made.name(row, text("body.name.idx", row));
      if (tag === "arg") {
        made.inputs.push(row);
      }
      continue;
    }
    const number = columns.number("body.opcode", row);
    const operation = operations.get(number) ?? operationOf(root.element("values", row)?.record("body"));
    operations.set(number, operation);
    made.begin(operation.name === "custom" ? text("body.params.name.idx", row) : operation.name);
    takeInputs(made, columns, row);
    operation.parameters.forEach((each) => made.take(parameterText(columns, row, operation, each)));
  }
  return made.program();
}

function operationOf(node: Members | undefined): Operation {
  const params = node?.record("params");
  const parameters = (["axis", "count", "elements"] as const).filter((each) => params?.has(each));
  return { name: node?.name("opcode") ?? "", parameters };
}

function takeInputs(made: ProgramColumns, columns: Columns, row: number): void {
  const [start, stop] = columns.range("body.inputs", row);
  for (let k = start; k < stop; k++) {
    made.take(columns.number("body.inputs.idx", k));
  }
}

function parameterText(columns: Columns, row: number, operation: Operation, parameter: Operation["parameters"][number]): string {
  switch (parameter) {
    case "axis":
      return `axis=${columns.zigzag("body.params.axis.raw", row)}`;
    case "count":
      return `count=${columns.large("body.params.count", row)}`;
    case "elements":
      return `${LISTS.get(operation.name) ?? "axes"}=${tupleText(columns, row)}`;
  }
}

/** The elements as Python writes a tuple: one alone is followed by a comma. */
function tupleText(columns: Columns, row: number): string {
  const [start, stop] = columns.range("body.params.elements", row);
  return `(${joined(", ", elementsOf(columns, row))}${stop - start === 1 ? "," : ""})`;
}

function* elementsOf(columns: Columns, row: number): Iterable<string> {
  const [start, stop] = columns.range("body.params.elements", row);
  for (let k = start; k < stop; k++) {
    yield String(columns.zigzag("body.params.elements.raw", k));
  }
}
