/** Two files: programs side by side with equal rows folded, and parameters with how far they are apart. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { Difference as DifferenceData, DifferentParameter, DifferentRow } from "../protocol.js";
import { select } from "./actions.js";
import { Histogram } from "./charts.js";
import { SideLines, occurrencesOf, sectionsOf } from "./difference_lines.js";
import { Icon } from "./icons.js";
import { Long } from "./named.js";
import { usePart, useStore } from "./store.js";
import { type Column, Table } from "./table.js";
import { brief, counted, plural, short } from "./text.js";
import { type ListHandle, VirtualList } from "./virtual.js";

const ROW_HEIGHT = 22;
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

function Rows({ rows }: { rows: readonly DifferentRow[] }) {
  const store = useStore();
  const program = usePart((state) => state.files[0]?.report?.program);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(-1);
  const sections = useMemo(() => sectionsOf(rows, occurrencesOf(program)), [rows, program]);
  const { lines } = useMemo(() => new SideLines(rows, sections, turned), [rows, sections, turned]);
  const list = useRef<ListHandle>(null);
  const line = lines[active];
  const chosen = line && !line.fold ? rows[line.start] : undefined;

  function toggle(key: string): void {
    const next = new Set(turned);
    if (!next.delete(key)) next.add(key);
    setTurned(next);
  }
  /** Choose a row in the file that is shown, or in the one that has it. */
  function goTo(index: number): void {
    setActive(index);
    list.current?.reveal(index);
    const { start, fold } = lines[index]!;
    if (fold) return;
    const row = rows[start]!;
    const isRight = row.left === null || (store.state.shown === 1 && row.right !== null);
    if (isRight !== (store.state.shown === 1) && store.state.files.length > 1) store.set({ shown: isRight ? 1 : 0 });
    void select(store, isRight ? row.path_right : row.path_left);
  }
  function onKey(key: string): boolean {
    const fold = line?.fold;
    const isToggle = key === "Enter" || (key === "ArrowRight" && !fold?.isOpen) || (key === "ArrowLeft" && fold?.isOpen);
    if (!fold || !isToggle) return false;
    toggle(fold.key);
    return true;
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
        onKey={onKey}
        handle={list}
        class="sides"
        row={(index, id) => {
          const { start, level, fold } = lines[index]!;
          const isActive = index === active;
          if (!fold) return <SideRow id={id} key={index} level={level} row={rows[start]!} isActive={isActive} onPick={() => goTo(index)} />;
          const pick = () => {
            setActive(index);
            toggle(fold.key);
          };
          return (
            <div
              id={id}
              key={index}
              class={`row fold ${isActive ? "chosen" : ""}`}
              role="treeitem"
              aria-level={level}
              aria-selected={isActive}
              aria-expanded={fold.isOpen}
              style={{ paddingLeft: `${8 + (level - 1) * 14}px` }}
              onClick={pick}
            >
              <Icon name={fold.isOpen ? "down" : "right"} /> <bdi>{brief(fold.title)}</bdi>
            </div>
          );
        }}
      />
      {chosen && <ChosenRow row={chosen} />}
    </>
  );
}

interface SideRowProps {
  readonly id: string;
  readonly level: number;
  readonly row: DifferentRow;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function SideRow({ id, level, row, isActive, onPick }: SideRowProps) {
  const { mark, left, right, left_text, right_text } = row;
  return (
    <div id={id} class={`row ${mark} ${isActive ? "chosen" : ""}`} role="treeitem" aria-level={level} aria-selected={isActive} onClick={onPick}>
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
  { title: "Name", value: nameOf, cell: (parameter) => <bdi>{brief(nameOf(parameter))}</bdi>, width: "minmax(120px, 3fr)" },
  { title: "Type", value: typeOf, cell: (parameter) => brief(typeOf(parameter), 60), width: "minmax(60px, 1fr)" },
  { title: "NMSE", value: ({ nmse }) => nmse, cell: ({ nmse }) => short(nmse), width: "80px", isNumber: true },
  { title: "Cosine", value: ({ cosine }) => cosine, cell: ({ cosine }) => short(cosine), width: "84px", isNumber: true },
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
