/** Copy what is chosen: as path, offset, C array, JSON or address. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Row } from "../protocol.js";
import { failureOf } from "./actions.js";
import { addressOf } from "./address.js";
import { Icon } from "./icons.js";
import { type Store, shownFile, usePart, useStore } from "./store.js";
import { byteText, counted } from "./text.js";

const MOST_BYTES = 1 << 16;
const MOST_JSON = 1 << 20;
const A_LINE = 12;

interface Way {
  readonly title: string;
  readonly needsBytes: boolean;
  readonly text: (store: Store, path: string, row: Row | undefined) => string | Promise<string>;
}

const WAYS: readonly Way[] = [
  { title: "Path", needsBytes: false, text: (_, path) => path },
  { title: "Offset", needsBytes: true, text: (_, __, row) => `0x${row!.start!.toString(16)}` },
  { title: "Hexadecimal", needsBytes: true, text: async (store, _, row) => Array.from(await bytesOf(store, row!), byteText).join(" ") },
  { title: "C array", needsBytes: true, text: (store, _, row) => cArray(store, row!) },
  { title: "JSON", needsBytes: false, text: (store, path) => store.engine.json(store.state.shown, path, MOST_JSON) },
  { title: "Address", needsBytes: false, text: (store) => `#${addressOf(store.state)}` },
];

/** Return the first bytes of a field, at most MOST_BYTES. */
function bytesOf(store: Store, row: Row): Promise<Uint8Array> {
  return store.engine.bytes(store.state.shown, row.start!, Math.min(row.stop!, row.start! + MOST_BYTES));
}

async function cArray(store: Store, row: Row): Promise<string> {
  const bytes = await bytesOf(store, row);
  const lines = [];
  for (let at = 0; at < bytes.length; at += A_LINE) {
    lines.push(`  ${Array.from(bytes.subarray(at, at + A_LINE), (byte) => `0x${byteText(byte)},`).join(" ")}`);
  }
  const name = row.path.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "") || "file";
  const cut = row.stop! - row.start! > bytes.length ? ` /* the first of ${counted(row.stop! - row.start!)} bytes */` : "";
  return `static const unsigned char ${name}[${bytes.length}] = {${cut}\n${lines.join("\n")}\n};\n`;
}

/** Copy a text, or show it to be copied by hand. */
export async function copy(store: Store, what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    store.set({ message: `${what} copied` });
  } catch {
    store.set({ dialog: { kind: "copy", what, text } });
  }
}

/** A button with a menu of ways to copy what is chosen. */
export function CopyMenu() {
  const store = useStore();
  const file = usePart(shownFile);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const row = file?.chain.at(-1);
  const ways = WAYS.filter((way) => (way.needsBytes ? row?.start !== undefined : way.title !== "JSON" || row !== undefined));
  const items = () => [...menu.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];

  useEffect(() => {
    if (!isOpen) return;
    items()[0]?.focus();
    const away = (event: Event) => {
      if (!menu.current?.contains(event.target as Node) && event.target !== button.current) setOpen(false);
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [isOpen]);

  /** Return where the menu is: above the button if that is low. */
  function placed() {
    const { top, bottom, right } = button.current!.getBoundingClientRect();
    const isLow = top > innerHeight / 2;
    return { right: `${innerWidth - right}px`, ...(isLow ? { bottom: `${innerHeight - top}px` } : { top: `${bottom}px` }) };
  }
  function close(): void {
    setOpen(false);
    button.current!.focus();
  }
  async function take(way: Way): Promise<void> {
    close();
    try {
      await copy(store, way.title, await way.text(store, file!.selected, row));
    } catch (error) {
      store.set({ message: failureOf(error).message });
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") all[(at + 1) % all.length]!.focus();
    else if (event.key === "ArrowUp") all[(at + all.length - 1) % all.length]!.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <span class="menu">
      <button ref={button} type="button" aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="copy" /> Copy
      </button>
      {isOpen && (
        <div ref={menu} role="menu" aria-label="Copy as" style={placed()} onKeyDown={onKeyDown}>
          {ways.map((way) => (
            <button type="button" role="menuitem" tabIndex={-1} key={way.title} onClick={() => void take(way)}>
              {way.title}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
