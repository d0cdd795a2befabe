/** The program: a list with its blocks folded, or a graph. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Program as ProgramData, Row } from "../protocol.js";
import { select } from "./actions.js";
import { type FoldPart, Listing, type Part, type ProgramViewProps, foldsAround, operandText, operandsOf, partsOf, typeOf } from "./folding.js";
import { rowUnder } from "./following.js";
import { ProgramGraph } from "./graph.js";
import { Icon } from "./icons.js";
import { Pages } from "./pages.js";
import { type FileState, programOf, shownFile, usePart, useStore } from "./store.js";
import { brief, plural } from "./text.js";
import { type ListHandle, VirtualList } from "./virtual.js";

const ROW_HEIGHT = 22;
const MOST_OPERANDS = 12;

export function Program() {
  const file = usePart(shownFile);
  const program = programOf(file);
  if (program) return <Folded file={file!} program={program} key={file!.name} />;
  return file?.opened ? <Unfolded file={file} key={file.name} /> : null;
}

/** The program with its operands. */
function Folded({ file, program }: { file: FileState; program: ProgramData }) {
  const store = useStore();
  const [isGraph, setGraph] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const parts = useMemo(() => partsOf(program), [program]);
  const chosen = rowUnder(program.path, file.selected);

  useEffect(() => {
    const around = chosen < 0 ? [] : foldsAround(parts, chosen);
    if (around.some((key) => !open.has(key))) setOpen(new Set([...open, ...around]));
  }, [chosen, parts]);

  function toggle(fold: FoldPart): void {
    const next = new Set(open);
    if (next.has(fold.key)) next.delete(fold.key);
    else openWithFirst(next, fold);
    setOpen(next);
  }
  const pick = (row: number) => void select(store, `${program.path}[${row}]`);
  const folds = keysOf(parts);
  return (
    <div class="split">
      <div class="toolbar">
        <div class="switch" role="group" aria-label="Program as">
          <button type="button" aria-pressed={!isGraph} onClick={() => setGraph(false)}>
            List
          </button>
          <button type="button" aria-pressed={isGraph} onClick={() => setGraph(true)}>
            Graph
          </button>
        </div>
        {folds.length > 0 && (
          <>
            <button type="button" onClick={() => setOpen(new Set(allKeys(parts)))}>
              Unfold all
            </button>
            <button type="button" onClick={() => setOpen(new Set())}>
              Fold all
            </button>
          </>
        )}
        <span class="dim">{plural(program.operator.length, "instruction")}</span>
      </div>
      {isGraph ? (
        <ProgramGraph file={file} program={program} parts={parts} open={open} onToggle={toggle} onPick={pick} chosen={chosen} />
      ) : (
        <ProgramList program={program} parts={parts} open={open} onToggle={toggle} onPick={pick} chosen={chosen} />
      )}
    </div>
  );
}

/** Open a fold, and the first of its occurrences. */
function openWithFirst(open: Set<string>, fold: FoldPart): void {
  open.add(fold.key);
  const first = fold.parts()[0];
  if (first?.kind === "fold" && first.key.endsWith(".1") && first.start === fold.start) open.add(first.key);
}

function keysOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === "fold" ? [part.key] : []));
}

function allKeys(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === "fold" ? [part.key, ...allKeys(part.parts())] : []));
}

function ProgramList({ program, parts, open, chosen, onToggle, onPick }: ProgramViewProps) {
  const list = useRef<ListHandle>(null);
  const [active, setActive] = useState(0);
  const listing = useMemo(() => new Listing(parts, open), [parts, open]);
  useEffect(() => {
    const line = chosen < 0 ? -1 : listing.lineOf(chosen);
    if (line < 0) return;
    const isHere = listing.line(active).row === chosen;
    if (!isHere) setActive(line);
    list.current?.reveal(isHere ? active : line);
  }, [chosen, listing]);

  function goTo(index: number): void {
    setActive(index);
    list.current?.reveal(index);
    const line = listing.line(index);
    if (!line.fold) onPick(line.row);
  }
  function onKey(key: string): boolean {
    const { fold } = listing.line(active);
    const isOpen = fold !== null && open.has(fold.key);
    const isToggle = key === "Enter" || (key === "ArrowRight" && !isOpen) || (key === "ArrowLeft" && isOpen);
    if (!fold || !isToggle) return false;
    onToggle(fold);
    return true;
  }
  return (
    <VirtualList
      label="Program"
      role="tree"
      count={listing.count}
      rowHeight={ROW_HEIGHT}
      active={active}
      onActive={goTo}
      onKey={onKey}
      handle={list}
      class="program"
      row={(index, id) => {
        const { fold, level, row } = listing.line(index);
        const isOpen = fold !== null && open.has(fold.key);
        const isChosen = fold ? index === active : row === chosen;
        return (
          <div
            id={id}
            key={index}
            class={`row ${isChosen ? "chosen" : ""} ${fold ? "fold" : ""}`}
            role="treeitem"
            aria-level={level}
            aria-selected={isChosen}
            aria-expanded={fold ? isOpen : undefined}
            style={{ paddingLeft: `${4 + (level - 1) * 14}px` }}
            onClick={() => {
              goTo(index);
              if (fold) onToggle(fold);
            }}
          >
            <span class="twisty" aria-hidden="true">
              {fold && <Icon name={isOpen ? "down" : "right"} />}
            </span>
            {fold ? <FoldTexts fold={fold} /> : <RowTexts program={program} row={row} />}
          </div>
        );
      }}
    />
  );
}

function FoldTexts({ fold }: { fold: FoldPart }) {
  return (
    <>
      <bdi class="value">{brief(fold.title)}</bdi>
      <span class="type">{fold.start} to {fold.stop - 1}</span>
    </>
  );
}

function RowTexts({ program, row }: { program: ProgramData; row: number }) {
  const operands = operandsOf(program, row);
  const shown = operands.slice(0, MOST_OPERANDS).map((operand) => brief(operandText(program, operand), 40));
  const more = operands.length > MOST_OPERANDS ? ", …" : "";
  const name = program.names[row];
  return (
    <>
      <span class="number">{row}</span>
      <span class="operator">{brief(program.operators[program.operator[row]!] ?? "")}</span>
      <bdi class="value">
        {name !== undefined && <b>{brief(name)} </b>}
        {shown.join(", ")}
        {more}
      </bdi>
      <span class="type">{brief(typeOf(program, row), 60)}</span>
    </>
  );
}

/** Without operands: the rows of the list that is the program. */
function Unfolded({ file }: { file: FileState }) {
  const store = useStore();
  const number = store.state.shown;
  const path = file.opened!.program;
  const list = useRef<ListHandle>(null);
  const [count, setCount] = useState(0);
  const [, again] = useState({});
  const rows = useMemo(
    () => new Pages<Row>(128, (first, most) => store.engine.rows(number, path, first, most), () => again({})),
    [file.opened],
  );
  const chosen = rowUnder(path, file.selected);
  useEffect(() => {
    store.engine.resolve(number, path).then((chain) => setCount(chain.at(-1)?.count ?? 0), () => undefined);
  }, [file.opened]);
  useEffect(() => {
    if (chosen >= 0 && chosen < count) list.current?.reveal(chosen);
  }, [chosen, count]);
  const goTo = (index: number) => void select(store, `${path}[${index}]`);
  if (count === 0) return <p class="empty">No instructions.</p>;
  return (
    <VirtualList
      label="Program"
      role="listbox"
      count={count}
      rowHeight={ROW_HEIGHT}
      active={chosen}
      onActive={goTo}
      handle={list}
      class="program"
      row={(index, id) => (
        <div
          id={id}
          key={index}
          class={`row ${index === chosen ? "chosen" : ""}`}
          role="option"
          aria-selected={index === chosen}
          aria-setsize={count}
          aria-posinset={index + 1}
          onClick={() => goTo(index)}
        >
          <span class="number">{index}</span>
          <bdi class="value mono">{brief(rows.at(index)?.text ?? "…")}</bdi>
        </div>
      )}
    />
  );
}
