/** The page: reads what it was given, starts the worker, and shows the panes. */
import script from "given:worker";
import { options, render } from "preact";
import { engineAt } from "./engine/calls.js";
import { App, firstState, start } from "./panes/app.js";
import { Store } from "./panes/store.js";
import type { Page, SchemaTables } from "./protocol.js";

// Effects run before the next event: a key that follows at once finds the page as it was drawn, with its dialog open,
// its focus set and its listeners there. By themselves, they wait until the next frame was painted.
(options as { requestAnimationFrame?: (flush: () => void) => void }).requestAnimationFrame = queueMicrotask;

/** Return the JSON of an element, which is no script. */
function given<T>(id: string): T {
  return JSON.parse(document.getElementById(id)!.textContent!) as T;
}

const page = given<Page>("nacformats-page");
const schemas = given<readonly SchemaTables[]>("nacformats-schemas");
const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
const engine = engineAt(worker);
const stopped = new Promise<never>((_, reject) => {
  worker.onerror = ({ message }) => reject(new Error(`Files cannot be read: ${message || "the browser allows no worker here"}`));
});
const ready = Promise.race([engine.learn([...schemas, ...page.schemas]), stopped]);
const store = new Store(engine, firstState(page));
render(<App store={store} />, document.getElementById("viewer")!);
start(store, ready);
