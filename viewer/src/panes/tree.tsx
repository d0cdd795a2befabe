/** The tree of fields, with what the schema says of the one that is chosen. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Row } from "../protocol.js";
import { select } from "./actions.js";
import { CopyMenu } from "./copying.js";
import { DropZone } from "./dropping.js";
import { Icon } from "./icons.js";
import { Long } from "./named.js";
import { type FileState, shownFile, usePart, useStore } from "./store.js";
import { brief, counted, offsetText, plural } from "./text.js";
import { type Line, TreeModel } from "./tree_model.js";
import { type ListHandle, VirtualList } from "./virtual.js";

const ROW_HEIGHT = 22;

export function Tree() {
  const file = usePart(shownFile);
  if (!file?.opened) return <DropZone file={file} />;
  return (
    <div class="split">
      <Fields file={file} key={`${file.name}:${file.size}`} />
      <Details file={file} />
    </div>
  );
}

function Fields({ file }: { file: FileState }) {
  const store = useStore();
  const [, again] = useState({});
  const number = store.state.shown;
  const model = useMemo(() => new TreeModel(store.engine, number, file.opened!.root, () => again({})), [file.opened]);
  const list = useRef<ListHandle>(null);
  const [active, setActive] = useState(0);
  /** How often a line was gone to. */
  const moves = useRef(0);

  // The line of what is chosen, here or in another pane; unless another line was gone to since.
  useEffect(() => {
    let isOurs = true;
    const before = moves.current;
    model.reveal(file.chain).then((line) => {
      if (!isOurs || line < 0 || moves.current !== before) return;
      setActive(line);
      again({});
      list.current?.reveal(line);
    }, () => undefined);
    return () => {
      isOurs = false;
    };
  }, [file.chain, model]);

  function goTo(number: number): void | Promise<void> {
    moves.current += 1;
    setActive(number);
    list.current?.reveal(number);
    const line = model.line(number);
    if (line.row) void select(store, line.row.path);
    else return choose(line, moves.current);
  }
  /** Choose the row of a line once it is here, unless another line was gone to since. */
  async function choose(line: Line, move: number): Promise<void> {
    const row = await model.loaded(line);
    if (row && moves.current === move) void select(store, row.path);
  }
  function onKey(key: string): boolean | Promise<void> {
    const line = model.line(active);
    const isInner = (line.row?.count ?? 0) > 0;
    if (key === "ArrowRight" && isInner && !line.isOpen) model.toggle(line, true);
    else if (key === "ArrowRight" && isInner) return goTo(active + 1) ?? true;
    else if (key === "ArrowLeft" && line.isOpen) model.toggle(line, false);
    else if (key === "ArrowLeft" && line.parent) return goTo(model.numberOf(line.parent)) ?? true;
    else if (key === "Enter" || key === " ") model.toggle(line);
    else return false;
    return true;
  }
  return (
    <VirtualList
      label="Fields"
      role="tree"
      count={model.count}
      rowHeight={ROW_HEIGHT}
      active={active}
      onActive={goTo}
      onKey={onKey}
      handle={list}
      row={(index, id) => {
        const line = model.line(index);
        const isChosen = line.row !== undefined && line.row.path === file.selected && file.chain.length > 0;
        return (
          <TreeRow key={index} id={id} line={line} isChosen={isChosen} onPick={() => goTo(index)} onToggle={() => model.toggle(line)} />
        );
      }}
    />
  );
}

interface TreeRowProps {
  readonly id: string;
  readonly line: Line;
  readonly isChosen: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
}

function TreeRow({ id, line, isChosen, onPick, onToggle }: TreeRowProps) {
  const { row } = line;
  const isInner = row !== undefined && row.count > 0;
  return (
    <div
      id={id}
      class={`row ${isChosen ? "chosen" : ""}`}
      role="treeitem"
      aria-level={line.level}
      aria-setsize={line.siblings}
      aria-posinset={line.index + 1}
      aria-selected={isChosen}
      aria-expanded={isInner ? line.isOpen : undefined}
      onClick={onPick}
      onDblClick={onToggle}
      style={{ paddingLeft: `${4 + (line.level - 1) * 14}px` }}
    >
      <span class={`twisty ${line.isOpen ? "open" : ""}`} aria-hidden="true" onClick={isInner ? onToggle : undefined}>
        {isInner && <Icon name={line.isOpen ? "down" : "right"} />}
      </span>
      {row ? <TreeTexts row={row} /> : <span class="dim">…</span>}
    </div>
  );
}

function TreeTexts({ row }: { row: Row }) {
  return (
    <>
      <span class={row.isInstance ? "name computed" : "name"}>{row.name ? brief(row.name) : "file"}</span>
      <bdi class={`value ${row.kind}`}>{brief(row.text)}</bdi>
      <span class="type">{row.kind === "list" ? counted(row.count) : brief(row.type, 40)}</span>
    </>
  );
}

/** What the schema says: the first paragraph, and a button for the others. */
function Doc({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const [first = "", ...rest] = text.split("\n\n");
  return (
    <p class="doc">
      {isWhole ? text : first}{" "}
      {rest.length > 0 && (
        <button type="button" class="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Less" : "More"}
        </button>
      )}
    </p>
  );
}

/** What is known of the field that is chosen. */
function Details({ file }: { file: FileState }) {
  const row = file.chain.at(-1);
  if (!row) return <div class="details" />;
  const { start, stop } = row;
  return (
    <div class="details" role="region" tabIndex={0} aria-label="Chosen field">
      <div class="bar">
        <b class="path">
          <Long text={row.path || "The file"} limit={120} />
        </b>
        <CopyMenu />
      </div>
      {row.doc && <Doc text={row.doc} key={row.path} />}
      <dl>
        <dt>Type</dt>
        <dd>{brief(row.type)}{row.kind === "list" ? `, ${plural(row.count, "element")}` : ""}</dd>
        {start !== undefined && stop !== undefined && (
          <>
            <dt>Bytes</dt>
            <dd class="mono">0x{offsetText(start, 1)} to 0x{offsetText(stop, 1)}, {plural(stop - start, "byte")}</dd>
          </>
        )}
        {start === undefined && row.isInstance && (
          <>
            <dt>Bytes</dt>
            <dd>none: computed from other fields</dd>
          </>
        )}
        {row.text && (
          <>
            <dt>Value</dt>
            <dd class="mono">
              <Long text={row.text} />
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
