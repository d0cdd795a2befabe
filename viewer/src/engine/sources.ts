/** Bytes of files: in memory, or read in slices while they are asked for. */
import { Bytes } from "nacformats/_machine.js";
import type { Source } from "../protocol.js";

/** Smaller files are read at once. */
const IN_MEMORY = 1 << 25;
const PAGE = 1 << 16;
const MOST_PAGES = 512;

/** Bytes that a file on disk has: the machine asks for some, and the page around them is read. */
class PagedBytes extends Bytes {
  readonly #file: Blob;
  readonly #reader = new FileReaderSync();
  readonly #pages = new Map<number, Uint8Array>();
  #start = 0;
  #page: Uint8Array = new Uint8Array();

  constructor(file: Blob) {
    super(0);
    this.#file = file;
    this.size = file.size;
  }
  override at(index: number): number {
    const place = index - this.#start;
    return place >= 0 && place < this.#page.length ? this.#page[place]! : this.#turned(index);
  }
  override part(start: number, end: number): Uint8Array {
    const first = Math.floor(start / PAGE);
    if (end > start && Math.floor((end - 1) / PAGE) === first) {
      this.#turned(start);
      return this.#page.subarray(start - this.#start, end - this.#start);
    }
    return this.#read(start, end);
  }
  /** Turn to the page of a byte, and return it. */
  #turned(index: number): number {
    const number = Math.floor(index / PAGE);
    const known = this.#pages.get(number);
    const page: Uint8Array = known ?? this.#read(number * PAGE, Math.min(number * PAGE + PAGE, this.size));
    this.#pages.delete(number); // the last one is the youngest
    this.#pages.set(number, page);
    if (this.#pages.size > MOST_PAGES) {
      this.#pages.delete(this.#pages.keys().next().value!);
    }
    this.#start = number * PAGE;
    this.#page = page;
    return page[index - this.#start]!;
  }
  #read(start: number, end: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#reader.readAsArrayBuffer(this.#file.slice(start, end)));
  }
}

/** Return the bytes of a file. */
export function bytesOf(source: Source): Bytes {
  if (source instanceof Uint8Array) {
    return new Bytes(source);
  }
  if (source.size > IN_MEMORY) {
    return new PagedBytes(source);
  }
  return new Bytes(new Uint8Array(new FileReaderSync().readAsArrayBuffer(source)));
}
