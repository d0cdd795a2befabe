/** All panes of the page. */
import type { ComponentType } from "preact";
import type { Page } from "../protocol.js";
import { expectedFile, failureOf, followHash, keepPane, openEmbedded, showPane } from "./actions.js";
import { Dialogs } from "./dialogs.js";
import { Difference } from "./difference.js";
import { listenForDrops } from "./dropping.js";
import { Findings } from "./findings.js";
import { Header } from "./header.js";
import { Hex } from "./hex.js";
import { listenForKeys } from "./keys.js";
import { Plan } from "./plan.js";
import { Program } from "./program.js";
import { Schedule } from "./schedule.js";
import { Splitter } from "./splitter.js";
import { type PaneId, type State, type Store, StoreContext, hasFields, shownFile, usePart } from "./store.js";
import { Summary } from "./summary.js";
import { Tabs } from "./tabs.js";
import { Tensors } from "./tensors.js";
import { startTheme } from "./theme.js";
import { brief } from "./text.js";
import { Tokenizer } from "./tokenizer.js";
import { Tree } from "./tree.js";

const WIDE = "(min-width: 1000px)";
const PANES: Readonly<Record<PaneId, ComponentType>> = {
  difference: Difference,
  summary: Summary,
  tree: Tree,
  hex: Hex,
  program: Program,
  tensors: Tensors,
  schedule: Schedule,
  plan: Plan,
  tokenizer: Tokenizer,
  findings: Findings,
};

export function firstState(page: Page): State {
  return {
    page,
    files: page.files.map(expectedFile),
    shown: 0,
    pane: page.difference ? "difference" : "summary",
    isWide: matchMedia(WIDE).matches,
    message: "",
    dialog: null,
  };
}

/** Start what the page does beside showing. */
export function start(store: Store, ready: Promise<void>): void {
  const wide = matchMedia(WIDE);
  startTheme();
  wide.addEventListener("change", () => {
    store.set({ isWide: wide.matches });
    keepPane(store);
  });
  addEventListener("hashchange", () => void followHash(store));
  addEventListener("popstate", ({ state }: PopStateEvent) => {
    const pane: PaneId | undefined = state?.pane;
    if (pane) showPane(store, pane);
  });
  listenForDrops(store);
  listenForKeys(store);
  store.inTurn(() => ready.then(() => openEmbedded(store))).catch((error) => store.set({ message: failureOf(error).message }));
}

export function App({ store }: { store: Store }) {
  return (
    <StoreContext.Provider value={store}>
      <Header />
      <Layout />
      <Status />
      <Dialogs />
    </StoreContext.Provider>
  );
}

function Status() {
  const message = usePart((state) => state.message);
  const selected = usePart((state) => shownFile(state)?.selected ?? "");
  return (
    <div class="status" role="status" aria-live="polite">
      {brief(message || selected, 400)}
    </div>
  );
}

/** Wide: the tree on the left, hex below the panes. Narrow, or without bytes: one pane at a time. */
function Layout() {
  const isWide = usePart((state) => state.isWide);
  const areBytesShown = usePart((state) => hasFields(shownFile(state)));
  if (!isWide || !areBytesShown) {
    return (
      <main class="narrow">
        <Shown />
      </main>
    );
  }
  return (
    <main class="wide">
      <section id="pane-tree" class="dock" aria-label="Tree">
        <Tree />
      </section>
      <Splitter name="--left" label="Width of the tree" isVertical least={200} share={31} />
      <div class="stack">
        <Shown />
        <Splitter name="--below" label="Height of the bytes" isVertical={false} least={80} share={34} />
        <section id="pane-hex" class="dock" aria-label="Hex">
          <Hex />
        </section>
      </div>
    </main>
  );
}

function Shown() {
  const pane = usePart((state) => state.pane);
  const Pane = PANES[pane];
  return (
    <div class="shown">
      <Tabs />
      <section id={`pane-${pane}`} class="pane" role="tabpanel" aria-labelledby={`tab-${pane}`}>
        <Pane key={pane} />
      </section>
    </div>
  );
}
