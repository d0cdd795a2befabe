/** All panes of the page. */
import { useEffect, useState } from "preact/hooks";
import type { Engine, Page } from "../protocol.js";

export function App({ page, engine, ready }: { page: Page; engine: Engine; ready: Promise<void> }) {
  const [said, say] = useState("");
  useEffect(() => {
    ready.then(() => engine.open(0, "nothing", new Uint8Array())).then(() => say("open"), (error: Error) => say(error.message));
  }, []);
  return <main>{page.files.map((file) => file.name).join(", ")} {said}</main>;
}
