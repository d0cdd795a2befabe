/** The engine: files read by the machine, asked by addresses. */
import { Failed } from "../../../generated/typescript/esm/_machine.js";
import type { Engine, Failure, Opened, Row, SchemaTables, Source, Span, Statistics, Tensor, Token } from "../protocol.js";
import { Refused } from "./calls.js";
import { OpenFile } from "./files.js";
import { KnownSchemas } from "./schemas.js";

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) {
    return error.failure;
  }
  return { message: error instanceof RangeError || error instanceof Failed ? "too large for memory" : String(error) };
}

export class FileEngine implements Engine {
  readonly #schemas = new KnownSchemas();
  readonly #files = new Map<number, OpenFile>();

  async learn(schemas: readonly SchemaTables[]): Promise<void> {
    this.#schemas.learn(schemas);
  }
  async open(file: number, name: string, source: Source, schema?: string): Promise<Opened> {
    this.#files.delete(file);
    const opened = OpenFile.of(this.#schemas, name, source, schema);
    this.#files.set(file, opened);
    return opened.opened();
  }
  async rows(file: number, path: string, first: number, count: number): Promise<readonly Row[]> {
    return this.#file(file).rows(path, first, count);
  }
  async resolve(file: number, path: string): Promise<readonly Row[]> {
    return this.#file(file).resolve(path);
  }
  async at(file: number, offset: number): Promise<readonly Row[]> {
    return this.#file(file).at(offset);
  }
  async spans(file: number, start: number, stop: number): Promise<readonly Span[]> {
    return this.#file(file).spans(start, stop);
  }
  async bytes(file: number, start: number, stop: number): Promise<Uint8Array> {
    return this.#file(file).bytes(start, stop);
  }
  async search(_file: number, _text: string, _after: string, _limit: number): Promise<readonly Row[]> {
    return [];
  }
  async json(_file: number, _path: string, _limit: number): Promise<string> {
    return "";
  }
  async tensors(_file: number): Promise<readonly Tensor[]> {
    return [];
  }
  async statistics(_file: number, tensor: Tensor): Promise<Statistics> {
    throw new Refused({ message: `${tensor.name}: no elements` });
  }
  async tokens(_file: number, _text: string): Promise<readonly Token[]> {
    throw new Refused({ message: "the file has no tokenizer" });
  }

  #file(number: number): OpenFile {
    const found = this.#files.get(number);
    if (found === undefined) {
      throw new Refused({ message: `no file ${number} is open` });
    }
    return found;
  }
}
