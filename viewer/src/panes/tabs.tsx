/** The panes by name. */
import { useEffect, useRef } from "preact/hooks";
import { showPane } from "./actions.js";
import { findingsOf, panesOf, shownFile, usePart, useStore } from "./store.js";

export function Tabs() {
  const store = useStore();
  const pane = usePart((state) => state.pane);
  // What panes there are follows from the files and the width.
  const file = usePart(shownFile);
  usePart((state) => state.isWide);
  const panes = panesOf(store.state);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current!.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pane]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = panes.findIndex(({ id }) => id === pane);
    const next = panes[(at + step + panes.length) % panes.length]!;
    showPane(store, next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  }
  const findings = file ? findingsOf(file).length : 0;
  return (
    <div ref={bar} class="tabs" role="tablist" aria-label="Panes" onKeyDown={onKeyDown}>
      {panes.map(({ id, title }) => (
        <button
          type="button"
          key={id}
          id={`tab-${id}`}
          role="tab"
          aria-selected={id === pane}
          aria-controls={id === pane ? `pane-${id}` : undefined}
          tabIndex={id === pane ? 0 : -1}
          onClick={() => showPane(store, id)}
        >
          {title}
          {id === "findings" && findings > 0 && <span class="badge">{findings}</span>}
        </button>
      ))}
    </div>
  );
}
