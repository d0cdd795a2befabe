/** The line on top: which file, search, and switches. */
import { showFile } from "./actions.js";
import { FileButton } from "./dropping.js";
import { Icon } from "./icons.js";
import { Search } from "./search.js";
import { usePart, useStore } from "./store.js";
import { brief, sized } from "./text.js";
import { turnTheme } from "./theme.js";

export function Header() {
  const store = useStore();
  return (
    <header>
      <Files />
      <Search />
      <span class="tools">
        <FileButton text="Open" />
        <button type="button" aria-label="Light or dark" title="Light or dark" onClick={() => store.set({ message: turnTheme() })}>
          <Icon name="theme" />
        </button>
        <button type="button" aria-label="Keys" title="Keys ( ? )" onClick={() => store.set({ dialog: { kind: "help" } })}>
          <Icon name="help" />
        </button>
      </span>
    </header>
  );
}

/** The name of the file, or a switch between files. */
function Files() {
  const store = useStore();
  const files = usePart((state) => state.files);
  const shown = usePart((state) => state.shown);
  if (files.length < 2) {
    const file = files[0];
    return (
      <h1 class="file">
        <bdi title={file && brief(file.name)}>{file ? brief(file.name, 80) : "nacformats"}</bdi>
        {file && <span class="dim"> {sized(file.size)}</span>}
      </h1>
    );
  }
  return (
    <div class="switch" role="group" aria-label="File">
      <h1 class="unseen">{files.map((file) => brief(file.name, 80)).join(" and ")}</h1>
      {files.map((file, number) => (
        <button type="button" key={number} aria-pressed={number === shown} title={brief(file.name)} onClick={() => showFile(store, number)}>
          <bdi>{brief(file.name, 40)}</bdi>
        </button>
      ))}
    </div>
  );
}
