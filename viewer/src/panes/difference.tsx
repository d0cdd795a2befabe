/** Two files: programs side by side with equal rows folded, and parameters with how far they are apart. */
import { useMemo, useState } from "preact/hooks";
import type { Difference as DifferenceData, DifferentParameter, DifferentRow } from "../protocol.js";
import { select } from "./actions.js";
import { Histogram } from "./charts.js";
import { Icon } from "./icons.js";
import { Long } from "./named.js";
import { usePart, useStore } from "./store.js";
import { type Column, Table } from "./table.js";
import { brief, counted, plural, short } from "./text.js";
import { VirtualList } from "./virtual.js";

const ROW_HEIGHT = 22;
/** Equal rows that stay in sight around others, and the fewest that are worth folding. */
const AROUND = 2;
const FEWEST = 3;
const SIGNS = { same: " ", inserted: "+", removed: "−", moved: "↕", changed: "≠", renamed: "~" } as const;

type View = "program" | "parameters" | "other";

export function Difference() {
  const difference = usePart((state) => state.page.difference);
  return difference ? <Compared difference={difference} /> : null;
}

function Compared({ difference }: { difference: DifferenceData }) {
  const { rows, parameters, other, left, right, summary, same } = difference;
  const views: readonly (readonly [View, string, number])[] = [
    ["program", "Program", rows.length],
    ["parameters", "Parameters", parameters.length],
    ["other", "Other fields", other.length],
  ];
  const there = views.filter(([, , count]) => count > 0);
  const [view, setView] = useState<View>(there[0]?.[0] ?? "program");
  return (
    <div class="split">
      <div class="toolbar">
        <span class="pair">
          <b>
            <bdi>{brief(left.name, 60)}</bdi>
          </b>{" "}
          and{" "}
          <b>
            <bdi>{brief(right.name, 60)}</bdi>
          </b>
        </span>
        <div class="switch" role="group" aria-label="Difference of">
          {there.map(([id, title, count]) => (
            <button type="button" key={id} aria-pressed={view === id} onClick={() => setView(id)}>
              {title} <span class="badge">{count}</span>
            </button>
          ))}
        </div>
      </div>
      <ul class="told">
        {same && summary.length === 0 && <li>They are the same.</li>}
        {summary.map((line, index) => (
          <li key={index}>
            <Long text={line} />
          </li>
        ))}
      </ul>
      {view === "program" && rows.length > 0 && <Rows rows={rows} />}
      {view === "parameters" && <Parameters parameters={parameters} />}
      {view === "other" && <Others other={other} />}
    </div>
  );
}

/** A line: a row, or equal rows that are folded. */
interface Line {
  readonly start: number;
  readonly stop: number;
  readonly isFold: boolean;
}

/** Return the lines of rows; runs of equal rows are folded unless they are open. */
export function linesOf(rows: readonly DifferentRow[], open: ReadonlySet<number>): readonly Line[] {
  const lines: Line[] = [];
  const single = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) lines.push({ start: row, stop: row + 1, isFold: false });
  };
  for (let start = 0; start < rows.length; ) {
    let stop = start + 1;
    while (rows[start]!.mark === "same" && rows[stop]?.mark === "same") stop += 1;
    const from = start === 0 ? 0 : Math.min(start + AROUND, stop);
    const to = stop === rows.length ? stop : Math.max(from, stop - AROUND);
    const isFold = rows[start]!.mark === "same" && to - from >= FEWEST;
    if (!isFold) single(start, stop);
    else {
      single(start, from);
      lines.push({ start: from, stop: to, isFold: true });
      if (open.has(from)) single(from, to);
      single(to, stop);
    }
    start = stop;
  }
  return lines;
}

function Rows({ rows }: { rows: readonly DifferentRow[] }) {
  const store = useStore();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState(-1);
  const lines = useMemo(() => linesOf(rows, open), [rows, open]);
  const line = lines[active];
  const chosen = line && !line.isFold ? rows[line.start] : undefined;

  function toggle({ start }: Line): void {
    const next = new Set(open);
    if (!next.delete(start)) next.add(start);
    setOpen(next);
  }
  /** Choose a row in the file that is shown, or in the one that has it. */
  function goTo(index: number): void {
    setActive(index);
    const { start, isFold } = lines[index]!;
    if (isFold) return;
    const row = rows[start]!;
    const isRight = row.left === null || (store.state.shown === 1 && row.right !== null);
    if (isRight !== (store.state.shown === 1) && store.state.files.length > 1) store.set({ shown: isRight ? 1 : 0 });
    void select(store, isRight ? row.path_right : row.path_left);
  }
  return (
    <>
      <VirtualList
        label="Programs side by side"
        role="tree"
        count={lines.length}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={goTo}
        onKey={(event) => {
          if (event.key !== "Enter" || !line?.isFold) return false;
          toggle(line);
          return true;
        }}
        class="sides"
        row={(index, id) => {
          const { start, stop, isFold } = lines[index]!;
          const isActive = index === active;
          if (!isFold) return <SideRow id={id} key={index} row={rows[start]!} isActive={isActive} onPick={() => goTo(index)} />;
          const pick = () => {
            setActive(index);
            toggle(lines[index]!);
          };
          return (
            <div id={id} key={index} class={`row fold ${isActive ? "chosen" : ""}`} role="treeitem" aria-level={1} aria-selected={isActive} aria-expanded={open.has(start)} onClick={pick}>
              <Icon name={open.has(start) ? "down" : "right"} /> {plural(stop - start, "equal row")}
            </div>
          );
        }}
      />
      {chosen && <ChosenRow row={chosen} />}
    </>
  );
}

function SideRow({ id, row, isActive, onPick }: { id: string; row: DifferentRow; isActive: boolean; onPick: () => void }) {
  const { mark, left, right, left_text, right_text } = row;
  return (
    <div id={id} class={`row ${mark} ${isActive ? "chosen" : ""}`} role="treeitem" aria-level={1} aria-selected={isActive} onClick={onPick}>
      <span class="sign" title={mark} aria-hidden="true">
        {SIGNS[mark]}
      </span>
      <span class="unseen">{mark}</span>
      <span class="number">{left ?? ""}</span>
      <bdi class="side">{brief(left_text)}</bdi>
      <span class="number">{right ?? ""}</span>
      <bdi class="side">{brief(right_text)}</bdi>
    </div>
  );
}

function ChosenRow({ row }: { row: DifferentRow }) {
  return (
    <div class="details" role="region" tabIndex={0} aria-label="Chosen row">
      <p>
        <b>{row.mark}</b>
      </p>
      <dl>
        {row.left !== null && (
          <>
            <dt>Left {row.left}</dt>
            <dd class="mono">
              <Long text={row.left_text} />
            </dd>
          </>
        )}
        {row.right !== null && (
          <>
            <dt>Right {row.right}</dt>
            <dd class="mono">
              <Long text={row.right_text} />
            </dd>
          </>
        )}
        {row.changes.map(({ what, left, right }, index) => (
          <>
            <dt key={index}>{brief(what)}</dt>
            <dd class="mono">
              <Long text={left} /> → <Long text={right} />
            </dd>
          </>
        ))}
      </dl>
    </div>
  );
}

const nameOf = ({ left, right }: DifferentParameter) => (left === right ? (left ?? "") : [left, right].filter((name) => name !== null).join(" → "));
const typeOf = ({ left_type, right_type }: DifferentParameter) =>
  left_type === right_type ? left_type : [left_type, right_type].filter((type) => type !== "").join(" → ");

const COLUMNS: readonly Column<DifferentParameter>[] = [
  { title: "Mark", value: ({ mark }) => mark, cell: ({ mark }) => mark, width: "72px" },
  { title: "Name", value: nameOf, cell: (parameter) => <bdi>{brief(nameOf(parameter))}</bdi>, width: "minmax(120px, 1fr)" },
  { title: "Type", value: typeOf, cell: (parameter) => brief(typeOf(parameter), 60), width: "minmax(60px, 170px)" },
  { title: "NMSE", value: ({ nmse }) => nmse, cell: ({ nmse }) => short(nmse), width: "80px", isNumber: true },
  { title: "Cosine", value: ({ cosine }) => cosine, cell: ({ cosine }) => short(cosine), width: "72px", isNumber: true },
];
const NARROW = [COLUMNS[1]!, COLUMNS[3]!, COLUMNS[4]!];

function Parameters({ parameters }: { parameters: readonly DifferentParameter[] }) {
  const isWide = usePart((state) => state.isWide);
  const [chosen, choose] = useState<DifferentParameter | undefined>();
  const different = useMemo(() => parameters.filter(({ mark }) => mark !== "same"), [parameters]);
  const [isAll, setAll] = useState(different.length === 0);
  return (
    <div class="beside">
      <div class="split">
        <div class="toolbar">
          <label>
            <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> Equal ones too
          </label>
          <span class="dim">
            {counted(different.length)} of {plural(parameters.length, "parameter")} differ
          </span>
        </div>
        <Table
          label="Parameters"
          columns={isWide ? COLUMNS : NARROW}
          things={isAll ? parameters : different}
          chosen={chosen}
          onChoose={choose}
          classOf={({ mark }) => mark}
        />
      </div>
      {chosen && <ChosenParameter parameter={chosen} />}
    </div>
  );
}

function ChosenParameter({ parameter }: { parameter: DifferentParameter }) {
  const { mark, nmse, cosine, largest, histogram } = parameter;
  const facts: readonly (readonly [string, string])[] = [
    ["Type", typeOf(parameter)],
    ["NMSE", short(nmse)],
    ["Cosine", short(cosine)],
    ["Largest difference", short(largest)],
  ];
  return (
    <div class="details side" role="region" tabIndex={0} aria-label="Chosen parameter">
      <b class="path">
        <Long text={nameOf(parameter)} limit={160} />
      </b>
      <dl>
        <dt>Mark</dt>
        <dd>{mark}</dd>
        {facts
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <>
              <dt>{label}</dt>
              <dd>
                <Long text={text} />
              </dd>
            </>
          ))}
      </dl>
      {histogram && <Histogram data={histogram} label="Differences" />}
    </div>
  );
}

type Other = DifferenceData["other"][number];

const OTHERS: readonly Column<Other>[] = [
  { title: "Mark", value: ({ mark }) => mark, cell: ({ mark }) => mark, width: "72px" },
  { title: "Field", value: ({ path }) => path, cell: ({ path }) => <bdi>{brief(path)}</bdi>, width: "minmax(100px, 1fr)" },
  { title: "Left", value: ({ left }) => left, cell: ({ left }) => <bdi>{brief(left ?? "")}</bdi>, width: "minmax(60px, 1fr)" },
  { title: "Right", value: ({ right }) => right, cell: ({ right }) => <bdi>{brief(right ?? "")}</bdi>, width: "minmax(60px, 1fr)" },
];

function Others({ other }: { other: readonly Other[] }) {
  const store = useStore();
  const [chosen, choose] = useState<Other | undefined>();
  function pick(one: Other): void {
    choose(one);
    void select(store, one.path);
  }
  return <Table label="Other fields" columns={OTHERS} things={other} chosen={chosen} onChoose={pick} classOf={({ mark }) => mark} />;
}
