/** What people do to the page: open a file, choose an address, go to a pane. */
import { Refused } from "../engine/calls.js";
import type { Failure, PageFile, Report, Row, Source } from "../protocol.js";
import { addressOf, parseAddress, readHash, writeHash } from "./address.js";
import { embedded } from "./embedded.js";
import { type FileState, type PaneId, type Store, hasFields, panesOf, shownFile } from "./store.js";
import { brief, sized } from "./text.js";

export function failureOf(error: unknown): Failure {
  return error instanceof Refused ? error.failure : { message: error instanceof Error ? error.message : String(error) };
}

/** Return a file of the page before its bytes are read. */
export function expectedFile(expected: PageFile): FileState {
  const report = expected.report ?? null;
  return { ...EMPTY, name: expected.name, size: expected.size, expected, report, tensors: report?.tensors ?? [] };
}

const EMPTY: FileState = {
  name: "",
  size: 0,
  expected: null,
  report: null,
  opened: null,
  failure: null,
  isReading: false,
  tensors: [],
  program: null,
  selected: "",
  chain: [],
  asked: null,
  marked: null,
};

/** Open the files that are in the page. */
export async function openEmbedded(store: Store): Promise<void> {
  for (const [number, file] of store.state.page.files.entries()) {
    if (file.element !== undefined) await open(store, number, file.name, () => embedded(file.element!), file.schema);
  }
}

/** Open a file that was dropped: as the one that the page waits for, or as a new one. */
export async function openDropped(store: Store, dropped: File): Promise<void> {
  const { files } = store.state;
  const waits = (file: FileState) => file.expected !== null && hasFields(file) && file.opened === null && !file.isReading;
  const named = files.findIndex((file) => waits(file) && file.name === dropped.name && file.size === dropped.size);
  const number = named >= 0 ? named : files.findIndex(waits);
  if (number < 0) {
    const added: FileState = { ...EMPTY, name: dropped.name, size: dropped.size };
    // A page without files of its own shows one file, the latest.
    const isPlain = store.state.page.files.length === 0;
    store.set({ files: isPlain ? [added] : [...files, added], shown: isPlain ? 0 : files.length });
    return open(store, store.state.shown, dropped.name, () => dropped);
  }
  const { expected } = files[number]!;
  if (expected!.size === dropped.size) return open(store, number, dropped.name, () => dropped, expected!.schema);
  const report: Report | null = null;
  store.setFile(number, { name: dropped.name, size: dropped.size, report, tensors: [], program: null });
  await open(store, number, dropped.name, () => dropped);
  const wanted = `${brief(expected!.name)} of ${sized(expected!.size)}`;
  store.set({ message: `${brief(dropped.name)} is not ${wanted}: what the page knew of that is not shown` });
}

async function open(store: Store, number: number, name: string, source: () => Source, schema?: string): Promise<void> {
  store.setFile(number, { isReading: true, failure: null });
  try {
    const opened = await store.engine.open(number, name, source(), schema);
    store.setFile(number, { opened, size: opened.size, chain: [opened.root], selected: "" });
    const { tensors } = store.state.files[number]!;
    if (tensors.length === 0) store.setFile(number, { tensors: await store.engine.tensors(number) });
    store.set({ message: `${brief(name)} is open` });
  } catch (error) {
    store.setFile(number, { failure: failureOf(error) });
    store.set({ message: failureOf(error).message });
  } finally {
    store.setFile(number, { isReading: false });
  }
  keepPane(store);
  if (number === store.state.shown) await followHash(store);
  await readProgram(store, number);
}

/** Read the operands of the program of a file without a report; until then, and without them, it is a list of rows. */
async function readProgram(store: Store, number: number): Promise<void> {
  const { opened, report } = store.state.files[number]!;
  if (!opened?.program || report?.program) return;
  const program = (await store.engine.program(number).catch(() => undefined)) ?? null;
  if (store.state.files[number]?.opened === opened) store.setFile(number, { program });
}

/** Show a pane that there is. */
export function keepPane(store: Store): void {
  const panes = panesOf(store.state);
  if (!panes.some(({ id }) => id === store.state.pane)) store.set({ pane: panes[0]!.id });
}

export function showPane(store: Store, pane: PaneId): void {
  if (panesOf(store.state).some(({ id }) => id === pane)) store.set({ pane });
}

export function showFile(store: Store, shown: number): void {
  store.set({ shown });
  keepPane(store);
  writeHash(addressOf(store.state), store.state.pane);
}

/** Choose an address in the file that is shown: every pane goes there. */
export function select(store: Store, path: string, isNew = true): Promise<void> {
  const chosen = chain(store, path, isNew);
  store.settled = chosen;
  return chosen;
}

async function chain(store: Store, path: string, isNew: boolean): Promise<void> {
  const { shown } = store.state;
  const file = shownFile(store.state);
  if (!file) return;
  store.setFile(shown, { selected: path, marked: null, ...(file.selected === path ? {} : { chain: [] }) });
  store.set({ message: "" });
  if (isNew) writeHash(addressOf(store.state), store.state.pane);
  if (!file.opened) return;
  try {
    const found = await store.engine.resolve(shown, path);
    if (store.state.files[shown]?.selected === path) store.setFile(shown, { chain: found });
  } catch (error) {
    store.set({ message: `${brief(path)}: ${failureOf(error).message}` });
  }
}

/** Mark bytes that are of no single field, such as those of a tensor, and show them. */
export function mark(store: Store, start: number, stop: number): void {
  store.setFile(store.state.shown, { marked: { start, stop } });
  showPane(store, "hex");
}

/** Choose the field that a byte belongs to, unless something else is chosen before that is known. */
export function selectOffset(store: Store, offset: number): Promise<void> {
  const chosen: Promise<void> = fieldAt(store, offset).then((row) =>
    row?.count === 0 && store.settled === chosen ? select(store, row.path) : undefined,
  );
  store.settled = chosen;
  return chosen;
}

async function fieldAt(store: Store, offset: number): Promise<Row | undefined> {
  try {
    return (await store.engine.at(store.state.shown, offset)).at(-1);
  } catch (error) {
    store.set({ message: failureOf(error).message });
    return undefined;
  }
}

/** Go to the address of the page, such as #ops.instructions[12] or #0x40. */
export async function followHash(store: Store): Promise<void> {
  const address = parseAddress(readHash());
  if (address === null) return;
  const { files, shown } = store.state;
  if (address.file !== shown && files[address.file]) store.set({ shown: address.file });
  if (address.offset !== null) {
    store.setFile(store.state.shown, { asked: address.offset });
    await selectOffset(store, address.offset);
    return;
  }
  if (shownFile(store.state)?.selected !== address.path) await select(store, address.path, false);
}
