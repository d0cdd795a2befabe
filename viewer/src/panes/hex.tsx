/** All bytes of the file, coloured by field. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { select, selectOffset } from "./actions.js";
import { DropZone } from "./dropping.js";
import { HexModel, type Run, colourOf } from "./hex_model.js";
import { type FileState, type Range, shownFile, usePart, useStore } from "./store.js";
import { brief, byteText, offsetText, sized } from "./text.js";
import { type ListHandle, VirtualList } from "./virtual.js";

const ROW_HEIGHT = 20;
/** Pixels that lines of 16 bytes need. */
const WIDE = 590;
/** Lines whose runs are kept. */
const MOST_KEPT = 1000;

export function Hex() {
  const file = usePart(shownFile);
  if (!file?.opened) return <DropZone file={file} />;
  return <Bytes file={file} key={`${file.name}:${file.size}`} />;
}

function chosenRange(file: FileState): Range | null {
  if (file.marked) return file.marked;
  const row = file.chain.at(-1);
  if (!row || row.path === "" || row.start === undefined || row.stop === undefined) return null;
  return { start: row.start, stop: row.stop };
}

function Bytes({ file }: { file: FileState }) {
  const store = useStore();
  const [, again] = useState({});
  const model = useMemo(
    () => new HexModel(store.engine, store.state.shown, file.size, () => again({})),
    [file.opened],
  );
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const [width, setWidth] = useState(16);
  const at = useRef(file.asked ?? 0);
  const cursor = at.current;
  const setCursor = (offset: number) => {
    at.current = offset;
    again({});
  };
  const chosen = chosenRange(file);
  const kept = useMemo(() => new Map<number, readonly Run[]>(), [model, width, chosen?.start, chosen?.stop]);

  useLayoutEffect(() => {
    const measure = () => setWidth(box.current!.clientWidth < WIDE ? 8 : 16);
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!chosen) return;
    const isInside = cursor >= chosen.start && cursor < chosen.stop;
    if (!isInside) setCursor(chosen.start);
    list.current?.reveal(Math.floor((isInside ? cursor : chosen.start) / width));
  }, [chosen?.start, chosen?.stop, width]);

  useLayoutEffect(() => {
    if (file.asked === null) return;
    setCursor(file.asked);
    list.current?.reveal(Math.floor(file.asked / width));
  }, [file.asked]);

  function moveTo(offset: number): void {
    setCursor(Math.max(0, Math.min(offset, file.size - 1)));
    list.current?.reveal(Math.floor(at.current / width));
    void selectOffset(store, at.current);
  }
  /** Go to the field after what is chosen, or before it, once that is known. */
  async function step(isForward: boolean): Promise<void> {
    await store.settled;
    moves.current(isForward);
  }
  const moves = useRef(moveOn);
  moves.current = moveOn;
  function moveOn(isForward: boolean): void {
    const from = at.current;
    if (isForward) moveTo(chosen && from < chosen.stop ? Math.max(from + 1, chosen.stop) : from + 1);
    else moveTo((chosen && from >= chosen.start ? Math.min(from, chosen.start) : from) - 1);
  }
  function onKey(key: string): boolean | Promise<void> {
    return (key === "ArrowRight" || key === "ArrowLeft") && step(key === "ArrowRight");
  }
  /** Return the runs of a line: the same ones while nothing changed, so that its row stays as it is. */
  function runsOf(start: number): readonly Run[] | undefined {
    const runs = kept.get(start) ?? model.line(start, width, chosen);
    if (kept.size > MOST_KEPT) kept.clear();
    if (runs) kept.set(start, runs);
    return runs;
  }
  function pick(run: Run): void {
    setCursor(run.start);
    if (run.path === "") store.set({ message: `0x${offsetText(run.start, 1)} belongs to no field` });
    else void select(store, run.path);
  }
  return (
    <div class="fill hex" ref={box}>
      <VirtualList
        label={`Bytes of ${brief(file.name)}, ${sized(file.size)}`}
        role="grid"
        count={Math.ceil(file.size / width)}
        rowHeight={ROW_HEIGHT}
        active={Math.floor(cursor / width)}
        onActive={(row) => moveTo(row * width + (cursor % width))}
        onKey={onKey}
        handle={list}
        row={(index, id) => (
          <HexRow key={index} id={id} start={index * width} width={width} runs={runsOf(index * width)} onPick={pick} />
        )}
      />
    </div>
  );
}

interface HexRowProps {
  readonly id: string;
  readonly start: number;
  readonly width: number;
  readonly runs: readonly Run[] | undefined;
  readonly onPick: (run: Run) => void;
}

function HexRow({ id, start, width, runs, onPick }: HexRowProps) {
  const missing = width - (runs ?? []).reduce((sum, run) => sum + run.bytes.length, 0);
  const made = () => (
    <div id={id} class="row mono" role="row" aria-rowindex={start / width + 1}>
      <span class="offset" role="rowheader">
        {offsetText(start)}
      </span>
      <span class="bytes" role="presentation">
        {runs?.map((run) => (
          <span
            key={run.start}
            role="gridcell"
            class={classOf(run)}
            title={run.path && brief(run.path)}
            aria-label={`${brief(run.path) || "no field"}: ${hexOf(run.bytes)}`}
            aria-selected={run.isChosen}
            onClick={() => onPick(run)}
          >
            {hexOf(run.bytes)}
          </span>
        ))}
        {missing > 0 && <span aria-hidden="true">{" ".repeat(3 * missing - 1)}</span>}
      </span>
      <span class="characters" aria-hidden="true">
        {runs?.map((run) => (
          <span key={run.start} class={classOf(run)} onClick={() => onPick(run)}>
            {charactersOf(run.bytes)}
          </span>
        ))}
      </span>
    </div>
  );
  return useMemo(made, [id, start, width, runs]);
}

function classOf(run: Run): string {
  return `${colourOf(run.path)}${run.isRest ? " rest" : ""}${run.isChosen ? " chosen" : ""}`;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byteText).join(" ");
}

function charactersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
}
