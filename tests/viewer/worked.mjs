// Uses the engine in a worker that is none: it answers at once, but not what is wild. Prints what is said and done.
import { pathToFileURL } from "node:url";

const { engineIn } = await import(pathToFileURL(process.argv[2]).href);
let tick;
globalThis.setInterval = (work) => ((tick = work), 1);
globalThis.clearInterval = () => {};

const started = [];
class Silent {
  constructor() {
    this.calls = [];
    this.isWild = false;
    started.push(this);
  }
  async postMessage({ id, method, args }) {
    if (id !== 0) this.calls.push([method, ...args].join(" "));
    await null;
    if (this.isEnded || this.isWild) return;
    this.onmessage({ data: { id, begun: true } });
    if (args.includes("breaks")) return this.onerror({ message: "out of memory" });
    this.isWild = args.includes("wild");
    if (!this.isWild) this.onmessage({ data: { id, value: method } });
  }
  terminate() {
    this.isEnded = true;
  }
}
const engine = engineIn(() => new Silent());
const said = (call) => call.then((value) => value, ({ message }) => message);
const seconds = async (count) => {
  for (let k = 0; k < count; k++) {
    tick();
    await new Promise((done) => setImmediate(done));
  }
};
await engine.learn(["schemas"]);
await engine.open(0, "kept");
const answers = [said(engine.open(1, "wild")), said(engine.rows(0, "a")), said(engine.tokens(0, "wild")), said(engine.rows(0, "b"))];
await seconds(20);
const early = started.length;
await seconds(60);
answers.push(said(engine.tokens(0, "breaks")));
answers.push(said(engine.rows(0, "c")));
await seconds(2);
console.log(JSON.stringify({ early, answers: await Promise.all(answers), calls: started.map(({ calls }) => calls) }));
