/** What the formats have that the page shows in panes of their own. */
import { LIST } from "../../../generated/typescript/esm/_machine.js";
import type { Fields } from "./fields.js";

/** The list that is the program, by the name of the schema. */
const PROGRAMS: Readonly<Record<string, string>> = { nac: "ops.instructions", micb: "values", mic2: "lines", mep: "instructions" };
/** The field without which there is no tokenizer. */
const TOKENIZERS: Readonly<Record<string, string>> = { nac: "proc", tisa: "" };

/** Return the address of the list that is the program of a file, or "". */
export function programOf(fields: Fields, schema: string): string {
  const path = PROGRAMS[schema];
  return path !== undefined && fields.way(path)?.at(-1)!.value.kind === LIST ? path : "";
}

export function hasTokenizer(fields: Fields, schema: string): boolean {
  const path = TOKENIZERS[schema];
  return path !== undefined && fields.way(path) !== undefined;
}
