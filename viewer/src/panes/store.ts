/** What the page shows: one state, changed by `set`, read by panes that say which part they need. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Engine, Failure, Finding, Opened, Page, PageFile, Program, ReadProgram, Report, Row, Tensor } from "../protocol.js";

export type PaneId =
  "difference" | "summary" | "tree" | "hex" | "program" | "tensors" | "schedule" | "plan" | "tokenizer" | "findings";

/** A file of the page: what is known of it, and what is chosen in it. */
export interface FileState {
  readonly name: string;
  readonly size: number;
  /** What the page was made for; null: the file was dropped on it. */
  readonly expected: PageFile | null;
  readonly report: Report | null;
  /** null: its bytes are not here, not yet read, or not readable. */
  readonly opened: Opened | null;
  readonly failure: Failure | null;
  readonly isReading: boolean;
  /** Tensors of the report, or those that the schema shows. */
  readonly tensors: readonly Tensor[];
  /** Without a report: as far as the schema says what its rows take. */
  readonly program: ReadProgram | null;
  readonly selected: string;
  /** The byte that an address names, in a field that may be long. */
  readonly asked: number | null;
  /** The rows from the root to the one that is selected; empty if the file has no such row. */
  readonly chain: readonly Row[];
  /** Bytes that are marked instead of those of the chosen row; the end excluded. */
  readonly marked: Range | null;
}

export interface Range {
  readonly start: number;
  readonly stop: number;
}

export interface State {
  readonly page: Page;
  readonly files: readonly FileState[];
  /** The number of the file that is shown. */
  readonly shown: number;
  readonly pane: PaneId;
  readonly isWide: boolean;
  /** Said to people, and read aloud. */
  readonly message: string;
  readonly dialog: Dialog | null;
}

/** What is on top of the panes: the keys, or a text to be copied by hand. */
export type Dialog = { readonly kind: "help" } | { readonly kind: "copy"; readonly what: string; readonly text: string };

export class Store {
  state: State;
  readonly engine: Engine;
  /** Done when all is known of what was chosen last. */
  settled: Promise<unknown> = Promise.resolve();
  #opening: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();

  constructor(engine: Engine, state: State) {
    this.engine = engine;
    this.state = state;
  }
  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#listeners.forEach((tell) => tell());
  }
  /** Change one file. */
  setFile(number: number, change: Partial<FileState>): void {
    this.set({ files: this.state.files.map((file, at) => (at === number ? { ...file, ...change } : file)) });
  }
  /** Open files when those before are open: an answer of the engine is then about the file that the page shows. */
  inTurn<T>(open: () => Promise<T>): Promise<T> {
    const opening = this.#opening.then(open);
    this.#opening = opening.catch(() => undefined);
    return opening;
  }
  listen(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }
}

export const StoreContext = createContext<Store>(null as unknown as Store);

export function useStore(): Store {
  return useContext(StoreContext);
}

/** Return a part of the state; render again when it is another one. */
export function usePart<T>(pick: (state: State) => T): T {
  const store = useStore();
  const [, again] = useState({});
  const now = pick(store.state);
  useEffect(() => {
    let last = pick(store.state);
    if (last !== now) again({});
    return store.listen(() => {
      const next = pick(store.state);
      if (next === last) return;
      last = next;
      again({});
    });
  }, [store]);
  return now;
}

export const shownFile = (state: State): FileState | undefined => state.files[state.shown];

/** Are its bytes shown? Those of a file that has a report and no schema, such as an ONNX model, are not. */
export function hasFields(file: FileState | undefined): boolean {
  const isReportOnly = file?.expected?.report !== undefined && file.expected.schema === undefined;
  return file !== undefined && (file.opened !== null || !isReportOnly);
}

/** Return the program with its operands, if they are known. */
export function programOf(file: FileState | undefined): Program | null {
  return file?.report?.program ?? file?.program ?? null;
}

/** Return the names of what a program takes and returns. */
export function portsOf({ report, program }: FileState): Readonly<Record<"inputs" | "outputs", readonly string[]>> {
  const summary = report?.summary;
  if (!summary) return program ?? { inputs: [], outputs: [] };
  return { inputs: summary.inputs.map(({ name }) => name), outputs: summary.outputs.map(({ name }) => name) };
}

/** Return the failure of opening as the first finding, then those of the report. */
export function findingsOf(file: FileState): readonly Finding[] {
  const failure = file.failure ?? file.opened?.failure;
  const reported = file.report?.findings ?? [];
  if (!failure || reported.some((finding) => finding.message === failure.message)) return reported;
  const first = { severity: "error", rule: "read", path: failure.path ?? "", offset: failure.offset ?? null } as const;
  return [{ ...first, message: failure.message }, ...reported];
}

/** What panes there are: the id, the title, and whether a state has it. */
const PANES: readonly (readonly [id: PaneId, title: string, isThere: (state: State, file: FileState | undefined) => boolean])[] = [
  ["difference", "Difference", (state) => state.page.difference !== undefined],
  ["summary", "Summary", () => true],
  ["tree", "Tree", (state, file) => !state.isWide && hasFields(file)],
  ["hex", "Hex", (state, file) => !state.isWide && hasFields(file)],
  ["program", "Program", (_, file) => Boolean(programOf(file) ?? file?.opened?.program)],
  ["tensors", "Tensors", (_, file) => Boolean(file?.tensors.length)],
  ["schedule", "Schedule", (_, file) => Boolean(file?.report?.schedule)],
  ["plan", "Plan", (_, file) => Boolean(file?.report?.plan?.length)],
  ["tokenizer", "Tokenizer", (_, file) => Boolean(file?.opened?.hasTokenizer)],
  ["findings", "Findings", (_, file) => Boolean(file?.report || file?.opened || file?.failure)],
];

export interface PaneTitle {
  readonly id: PaneId;
  readonly title: string;
}

/** Return the panes that a state has. */
export function panesOf(state: State): readonly PaneTitle[] {
  return PANES.filter(([, , isThere]) => isThere(state, shownFile(state))).map(([id, title]) => ({ id, title }));
}
