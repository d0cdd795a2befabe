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
const engine = engineAt(new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))));
const ready = engine.learn([...schemas, ...page.schemas]);
render(<App page={page} engine={engine} ready={ready} />, document.getElementById("viewer")!);
