/** Keys that work on the whole page. */
import { showPane } from "./actions.js";
import { type Store, panesOf } from "./store.js";

/** Go to the pane that is `step` after the one that is shown. */
function stepPane(store: Store, step: number): void {
  const panes = panesOf(store.state);
  const at = panes.findIndex(({ id }) => id === store.state.pane);
  showPane(store, panes[(at + step + panes.length) % panes.length]!.id);
}

/** Focus an element, at once or when its pane is there. */
function focus(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) element.focus();
  else requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
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
    c: () => document.querySelector<HTMLElement>(".menu > button")?.click(),
  };
  return actions[key];
}

/** Return what ends it. */
export function listenForKeys(store: Store): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isTyped = target.matches("input, textarea, select") || store.state.dialog !== null;
    if (isTyped || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(store, event.key);
    if (!action) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}
