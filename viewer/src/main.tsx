/** The page: reads what it was given, starts the worker, and shows the panes. */
import script from "given:worker";
import { options, render } from "preact";
import { engineIn } from "./engine/calls.js";
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
const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
const engine = engineIn(() => new Worker(address));
const ready = engine.learn([...schemas, ...page.schemas]);
const store = new Store(engine, firstState(page));
render(<App store={store} />, document.getElementById("viewer")!);
start(store, ready);
