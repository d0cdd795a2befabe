/** What the formats have that the page shows in panes of their own: the program, tensors, the tokenizer. */
import { LIST, RECORD, textOfValue } from "nacformats/_machine.js";
import type { Tensor } from "../protocol.js";
import { openTokenizer, type Tokenizer } from "../tokenizer/index.js";
import type { Fields } from "./fields.js";
import { MOST_NAME, MOST_RECORDS, rootOf } from "./members.js";
import type { Tree } from "./tree.js";

/** The list that is the program, by the name of the schema. */
const PROGRAMS = new Map([["nac", "ops.instructions"], ["micb", "values"], ["mic2", "lines"], ["mep", "instructions"]]);
/** The most dimensions. */
const MOST_RANK = 64;

/** Return the address of the list that is the program of a file, or "". */
export function programOf(fields: Fields, schema: string): string {
  const path = PROGRAMS.get(schema);
  return path !== undefined && fields.way(path)?.at(-1)!.value.kind === LIST ? path : "";
}

/** Return the tokenizer of a file, with the resources that are in it; nothing if it has none. */
export function tokenizerOf(tree: Tree): Tokenizer | undefined {
  const manifest = manifestOf(tree);
  if (manifest === undefined) {
    return undefined;
  }
  const files = rootOf(tree).record("rsrc")?.records("files") ?? [];
  return openTokenizer(manifest, new Map(files.map((each) => [each.text("name"), each.bytes("data")!])));
}

export function hasTokenizer(tree: Tree): boolean {
  return manifestOf(tree) !== undefined;
}

function manifestOf(tree: Tree): Uint8Array | undefined {
  const found = tree.schema.format === "nac" ? rootOf(tree).record("proc")?.bytes("manifest") : undefined;
  return found?.length === 0 ? undefined : found;
}

// ---------------------------------------------------------------------------------------------------------------------
// Tensors

/** The names that formats give to types of elements, as NumPy and ml_dtypes have them. */
const DTYPES = new Map(Object.entries({
  F64: "float64",
  F32: "float32",
  F16: "float16",
  BF16: "bfloat16",
  F8_E4M3: "float8_e4m3fn",
  F8_E5M2: "float8_e5m2",
  F8_E8M0: "float8_e8m0fnu",
  I64: "int64",
  I32: "int32",
  I16: "int16",
  I8: "int8",
  U64: "uint64",
  U32: "uint32",
  U16: "uint16",
  U8: "uint8",
  BOOL: "bool",
}));

const dtypeOf = (name: string) => DTYPES.get(name.toUpperCase()) ?? name;

/** By the name of the schema, what finds the tensors of a file. */
const TENSORS = new Map<string, (tree: Tree) => Tensor[]>([
  ["nac", nacTensors],
  ["stb", stbTensors],
  ["safetensors", safetensorsTensors],
  ["gguf", ggufTensors],
]);

/** Return the tensors that a file says it has. */
export function tensorsOf(tree: Tree): Tensor[] {
  return TENSORS.get(tree.schema.format)?.(tree) ?? [];
}

/** Return a tensor; where its bytes are has to be in the file. */
function tensor(name: string, dtype: string, shape: readonly number[], place: readonly [number, number] | undefined, path: string): Tensor {
  const [start, stop] = place ?? [0, 0];
  const where = place === undefined ? {} : { start, stop, bytes: stop - start };
  return { name, dtype, shape, path, ...where };
}

function nacTensors(tree: Tree): Tensor[] {
  const data = rootOf(tree).record("data");
  const names = new Map(data?.records("parameters").map((each) => [each.number("id_parameter"), each.text("name")]));
  return (data?.records("tensors") ?? []).map((each, k) => {
    const id = each.number("id_parameter");
    const meta = each.record("meta");
    const method = meta?.name("quantization") ?? "none";
    const stored = { fp16: "float16", int8_tensor: "int8", int8_channel: "int8", block_fp8: "int8" }[method];
    const dtype = stored ?? meta?.name("dtype") ?? "unknown";
    const found = tensor(names.get(id) ?? `${id}`, dtype, meta?.numbers("dims", MOST_RANK) ?? [], each.place("data"), `data.tensors[${k}]`);
    return method === "none" ? found : { ...found, note: `quantized: ${method}` };
  });
}

function stbTensors(tree: Tree): Tensor[] {
  const root = rootOf(tree);
  const columns = root.columns("tensors");
  if (columns === undefined) {
    return [];
  }
  const names = (id: string) => root.namesIn("tensors", id);
  const [dtypes, layouts] = [names("dtype"), names("layout")];
  return Array.from({ length: columns.count }, (_, k) => {
    const [id, rank, start, size] = ["tensor_id", "rank", "ofs_body", "len_body"].map((key) => columns.number(key, k)) as [number, number, number, number];
    const [dtype, layout] = [columns.number("dtype", k), columns.number("layout", k)];
    const shape = rank > 3 ? [] : columns.numbers("dims", k, rank);
    const found = tensor(`${id}`, dtypes[dtype] ?? `${dtype}`, shape, [start, start + size], `tensors[${k}]`);
    return layout === 0 ? found : { ...found, note: layouts[layout] ?? `layout ${layout}` };
  });
}

function ggufTensors(tree: Tree): Tensor[] {
  const root = rootOf(tree);
  const data = root.value("data");
  const begin = data?.kind === RECORD ? tree.m.nodes[data.a]!.start + (root.record("data")?.number("len_padding") ?? 0) : 0;
  return root.records("tensors").map((each, k) => {
    const start = begin + each.number("ofs_body");
    const size = each.number("len_body");
    const dims = each.numbers("dims", MOST_RANK).reverse();
    const place = size === 0 && !dims.includes(0) ? undefined : ([start, start + size] as const);
    return tensor(each.text("name"), dtypeOf(each.name("dtype").toUpperCase()), dims, place, `tensors[${k}]`);
  });
}

/** What the header of a safetensors file says of a tensor. */
interface HeaderEntry {
  readonly dtype?: unknown;
  readonly shape?: unknown;
  readonly data_offsets?: unknown;
}

function safetensorsTensors(tree: Tree): Tensor[] {
  const root = rootOf(tree);
  const header = root.value("header");
  const begin = root.place("data")?.[0] ?? 0;
  const entries = Object.entries(headerOf(header === undefined ? "{}" : textOfValue(tree.m, header)));
  return entries.slice(0, MOST_RECORDS).flatMap(([name, entry]) => {
    if (name === "__metadata__" || typeof entry !== "object" || entry === null) {
      return [];
    }
    const [start, stop] = numbersIn(entry.data_offsets);
    const place = start === undefined || stop === undefined ? undefined : ([begin + start, begin + stop] as const);
    return [tensor(name.slice(0, MOST_NAME), dtypeOf(String(entry.dtype ?? "unknown")), numbersIn(entry.shape), place, "header")];
  });
}

function headerOf(text: string): Readonly<{ [name: string]: HeaderEntry | null }> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? (found as { [name: string]: HeaderEntry }) : {};
  } catch {
    return {};
  }
}

function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.slice(0, MOST_RANK).filter((each) => Number.isSafeInteger(each) && each >= 0) : [];
}
