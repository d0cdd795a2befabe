/**
 * Addresses that can be sent: what is after "#" in the address of the page.
 *
 * "#ops.instructions[12]" is a path, "#0x1f0" a byte. With two files, "#2:" before it is the second file.
 */
import type { PaneId, State } from "./store.js";

export interface Address {
  /** From 0. */
  readonly file: number;
  readonly path: string;
  readonly offset: number | null;
}

/** Return what an address names, or null if it names nothing. */
export function parseAddress(hash: string): Address | null {
  const matched = /^(?:([12]):)?(.*)$/s.exec(hash)!;
  const [, file = "1", path = ""] = matched;
  if (hash === "") return null;
  const offset = /^0x([0-9a-f]{1,13})$/i.exec(path);
  return { file: Number(file) - 1, path: offset ? "" : path, offset: offset ? parseInt(offset[1]!, 16) : null };
}

/** Return the address of what is chosen. */
export function addressOf(state: State): string {
  const path = state.files[state.shown]?.selected ?? "";
  return state.shown > 0 ? `${state.shown + 1}:${path}` : path;
}

export function readHash(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Make an address that of the page, one step further in its history; pages without a history do without. */
export function writeHash(address: string, pane: PaneId): void {
  if (address === readHash()) return;
  try {
    history.pushState({ pane }, "", `#${encodeURI(address).replaceAll("%5B", "[").replaceAll("%5D", "]")}`);
  } catch {
    // A page in a sandbox has no history.
  }
}
