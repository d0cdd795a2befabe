/** Where a file is dropped that the page does not have. */
import { useRef } from "preact/hooks";
import { openDropped } from "./actions.js";
import { Icon } from "./icons.js";
import { type FileState, type Store, useStore } from "./store.js";
import { brief, sized } from "./text.js";

/** Open the files of a drop or of a file button, one after the other. */
async function take(store: Store, files: FileList | null | undefined): Promise<void> {
  const taken = [...(files ?? [])].slice(0, 2);
  await Promise.all(taken.map((file) => store.inTurn(() => openDropped(store, file))));
}

/** Let files be dropped anywhere on the page. */
export function listenForDrops(store: Store): void {
  const over = (event: DragEvent) => {
    event.preventDefault();
    document.documentElement.classList.toggle("dropping", event.type === "dragover");
  };
  const drop = (event: DragEvent) => {
    over(event);
    void take(store, event.dataTransfer?.files);
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", over);
  addEventListener("drop", drop);
}

/** A button that opens a file. */
export function FileButton({ text }: { text: string }) {
  const store = useStore();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" title="Open a file; it stays on this computer" onClick={() => input.current!.click()}>
        <Icon name="open" /> {text}
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label="File to open"
        multiple
        onChange={() => {
          void take(store, input.current!.files).then(() => {
            if (input.current) input.current.value = "";
          });
        }}
      />
    </>
  );
}

/** What a pane shows that needs bytes which are not here. */
export function DropZone({ file }: { file: FileState | undefined }) {
  if (file?.isReading) return <p class="empty">Reading {brief(file.name)} …</p>;
  if (file?.failure) return <p class="empty error">{brief(file.failure.message, 500)}</p>;
  return (
    <div class="empty drop">
      {file?.expected ? (
        <p>
          Drop <b>{brief(file.expected.name)}</b> ({sized(file.expected.size)}) here. Its bytes are not in this page.
        </p>
      ) : (
        <p>Drop a file here: nothing leaves this computer.</p>
      )}
      <FileButton text="Choose a file" />
    </div>
  );
}
