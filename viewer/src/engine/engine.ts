/** The engine: files read by the machine, asked by addresses. */
import type { Engine, Failure, Opened, Row, SchemaTables, Source, Span, Statistics, Tensor, Token } from "../protocol.js";
import { Refused } from "./calls.js";

export function failureOf(error: unknown): Failure {
  return error instanceof Refused ? error.failure : { message: String(error) };
}

export class FileEngine implements Engine {
  readonly #schemas = new Map<string, SchemaTables>();

  async learn(schemas: readonly SchemaTables[]): Promise<void> {
    schemas.forEach((schema) => this.#schemas.set(schema.name, schema));
  }
  async open(_file: number, name: string, _source: Source, _schema?: string): Promise<Opened> {
    throw new Refused({ message: `${name}: no schema reads it` });
  }
  async rows(_file: number, _path: string, _first: number, _count: number): Promise<readonly Row[]> {
    return [];
  }
  async resolve(_file: number, _path: string): Promise<readonly Row[]> {
    return [];
  }
  async at(_file: number, _offset: number): Promise<readonly Row[]> {
    return [];
  }
  async spans(_file: number, _start: number, _stop: number): Promise<readonly Span[]> {
    return [];
  }
  async bytes(_file: number, _start: number, _stop: number): Promise<Uint8Array> {
    return new Uint8Array();
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
    return [];
  }
}
