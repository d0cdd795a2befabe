/** The page: reads what it was given, starts the worker, and shows the panes. */
import script from "given:worker";
import { render } from "preact";
import { engineAt } from "./engine/calls.js";
import { App } from "./panes/app.js";
import type { Page, SchemaTables } from "./protocol.js";

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
render(<App page={page} engine={engine} ready={ready} />, document.getElementById("viewer")!);
