/** The engine: files read by the machine, asked by addresses. */
import { Failed, FormatError } from "nacformats/_machine.js";
import type { Engine, Failure, Opened, ReadProgram, Row, SchemaTables, Source, Span, Statistics, Tensor, Token } from "../protocol.js";
import { Refused } from "./calls.js";
import { OpenFile } from "./files.js";
import { KnownSchemas } from "./schemas.js";
import { TokenizerError } from "../tokenizer/index.js";

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) {
    return error.failure;
  }
  if (error instanceof FormatError || error instanceof TokenizerError) {
    return { message: error.reason, path: error.path };
  }
  if (error instanceof RangeError || error instanceof Failed) {
    return { message: "too large for memory" };
  }
  return { message: error instanceof DOMException ? "the file cannot be read any more" : String(error) };
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
  async search(file: number, text: string, after: string, limit: number): Promise<readonly Row[]> {
    return this.#file(file).search(text, after, limit);
  }
  async json(file: number, path: string, limit: number): Promise<string> {
    return this.#file(file).json(path, limit);
  }
  async tensors(file: number): Promise<readonly Tensor[]> {
    return this.#file(file).tensors();
  }
  async program(file: number): Promise<ReadProgram | undefined> {
    return this.#file(file).program();
  }
  async statistics(file: number, tensor: Tensor): Promise<Statistics> {
    return this.#file(file).statistics(tensor);
  }
  async tokens(file: number, text: string): Promise<readonly Token[]> {
    return this.#file(file).tokens(text);
  }

  #file(number: number): OpenFile {
    const found = this.#files.get(number);
    if (found === undefined) {
      throw new Refused({ message: `no file ${number} is open` });
    }
    return found;
  }
}
