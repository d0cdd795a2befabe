/** Keys that work on the whole page. */
import { showPane } from "./actions.js";
import { type Store, panesOf } from "./store.js";

/** Go to the pane that is `step` after the one that is shown. */
function stepPane(store: Store, step: number): void {
  const panes = panesOf(store.state);
  const at = panes.findIndex(({ id }) => id === store.state.pane);
  showPane(store, panes[(at + step + panes.length) % panes.length]!.id);
}

/** Focus an element, at once or when its pane is drawn: before the next event. */
function focus(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) element.focus();
  else queueMicrotask(() => document.querySelector<HTMLElement>(selector)?.focus());
}

function toNumbered(store: Store, number: number): void {
  const pane = panesOf(store.state)[number - 1];
  if (pane) showPane(store, pane.id);
}

/** Return what a key does, or undefined if it does nothing. */
function actionOf(store: Store, key: string): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return () => toNumbered(store, Number(key));
  const actions: Readonly<Record<string, () => void>> = {
    "/": () => focus("#search"),
    "?": () => store.set({ dialog: { kind: "help" } }),
    "[": () => stepPane(store, -1),
    "]": () => stepPane(store, 1),
    t: () => {
      showPane(store, "tree");
      focus("#pane-tree .scroller");
    },
    x: () => {
      showPane(store, "hex");
      focus("#pane-hex .scroller");
    },
    c: () => void store.settled.then(() => document.querySelector<HTMLElement>(".menu > button")?.click()),
  };
  return actions[key];
}

/** Return what a key does in a dialog: the browser would close it too, but say so only after the next key. */
function actionInDialog(store: Store, key: string): (() => void) | undefined {
  return key === "Escape" ? () => store.set({ dialog: null }) : undefined;
}

/** Listen for as long as the page lives. */
export function listenForKeys(store: Store): void {
  addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyped = (event.target as Element).matches("input, textarea, select");
    const action = store.state.dialog ? actionInDialog(store, event.key) : isTyped ? undefined : actionOf(store, event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
