// Answers calls of the engine: node engine.mjs ENGINE SCHEMAS < CALLS. CALLS is JSON: a list of [NAME, FILE, CALLS of it],
// with a FILE that is read from the disk slice by slice and calls such as ["rows", "ops", 0, 10]; or [["open", SCHEMA]].
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** A file on the disk, as browsers give it. */
class DiskFile {
  constructor(descriptor, start, stop) {
    Object.assign(this, { descriptor, start, size: stop - start });
  }
  slice(start, stop) {
    return new DiskFile(this.descriptor, this.start + start, this.start + Math.min(stop, this.size));
  }
}
globalThis.FileReaderSync = class {
  readAsArrayBuffer({ descriptor, start, size }) {
    const made = new Uint8Array(size);
    readSync(descriptor, made, 0, size, start);
    return made.buffer;
  }
};

const [, , engine, schemas] = process.argv;
const { FileEngine, failureOf } = await import(pathToFileURL(engine).href);
const made = new FileEngine();
await made.learn(JSON.parse(readFileSync(schemas, "utf8")));
const plain = (_, value) => (value instanceof Uint8Array ? [...value] : typeof value === "bigint" ? Number(value) : value);
for (const [name, path, schema, calls] of JSON.parse(readFileSync(0, "utf8"))) {
  const descriptor = openSync(path, "r");
  const answers = [];
  for (const [method, ...args] of [["open", name, new DiskFile(descriptor, 0, fstatSync(descriptor).size), schema ?? undefined], ...calls]) {
    const start = performance.now();
    try {
      answers.push({ value: await made[method](0, ...args), time: performance.now() - start });
    } catch (error) {
      answers.push({ failure: failureOf(error), time: performance.now() - start });
      if (process.env.ENGINE_TRACES) console.error(error);
    }
  }
  closeSync(descriptor);
  console.log(JSON.stringify(answers, plain));
}
