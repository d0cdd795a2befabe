/** What is on top of the panes. */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icons.js";
import { type Dialog, usePart, useStore } from "./store.js";

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["↑ ↓ Page Home End", "row by row, in every list"],
  ["→ ←", "open and close rows of the tree and blocks; next and previous field in hex"],
  ["/", "search"],
  ["[ ]", "pane before, pane after"],
  ["1 to 9", "pane by number"],
  ["t x", "go to the tree, to the bytes"],
  ["c", "copy what is chosen"],
  ["Esc", "close what is on top"],
  ["?", "these keys"],
];

export function Dialogs() {
  const dialog = usePart((state) => state.dialog);
  return dialog && <OnTop dialog={dialog} />;
}

function OnTop({ dialog }: { dialog: Dialog }) {
  const store = useStore();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = element.current!;
    shown.showModal();
    shown.querySelector("textarea")?.select();
    return () => shown.close(); // which gives the focus back
  }, [dialog]);
  const close = () => store.state.dialog === dialog && store.set({ dialog: null });
  const title = dialog.kind === "help" ? "Keys" : `${dialog.what}: copy it from here`;
  return (
    <dialog ref={element} aria-label={title} onClose={close}>
      <div class="bar">
        <h2>{title}</h2>
        <button type="button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {dialog.kind === "help" ? (
        <dl class="keys">
          {KEYS.map(([keys, what]) => (
            <>
              <dt>{keys}</dt>
              <dd>{what}</dd>
            </>
          ))}
        </dl>
      ) : (
        <textarea readOnly rows={12} aria-label={dialog.what} value={dialog.text} />
      )}
    </dialog>
  );
}
