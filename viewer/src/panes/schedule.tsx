/** What memory holds over time: a curve, and a bar for each thing that is held. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Schedule as ScheduleData } from "../protocol.js";
import { select } from "./actions.js";
import { numberUnder, numbersOf } from "./following.js";
import { shownFile, usePart, useStore } from "./store.js";
import { brief, counted, plural, sized } from "./text.js";
import { type ListHandle, VirtualList } from "./virtual.js";

const ROW_HEIGHT = 20;
const WIDTH = 1000;
const HEIGHT = 100;

type Span = ScheduleData["spans"][number];

export function Schedule() {
  const file = usePart(shownFile);
  const schedule = file?.report?.schedule;
  return schedule && file ? <Held schedule={schedule} selected={file.selected} key={file.name} /> : null;
}

function amount({ unit }: ScheduleData, size: number | undefined): string {
  return unit === "bytes" || size === undefined ? sized(size) : plural(size, "tensor");
}

function Held({ schedule, selected }: { schedule: ScheduleData; selected: string }) {
  const store = useStore();
  const list = useRef<ListHandle>(null);
  const [active, setActive] = useState(-1);
  const { spans, ticks, peak } = schedule;
  const numbers = useMemo(() => numbersOf(spans), [spans]);
  const isPartial = useMemo(() => spans.some(({ size }) => size === undefined), [spans]);
  useEffect(() => {
    const number = numberUnder(numbers, selected);
    if (number < 0 || spans[active]?.path === spans[number]!.path) return;
    setActive(number);
    list.current?.reveal(number);
  }, [selected, numbers]);

  function goTo(index: number): void {
    setActive(index);
    list.current?.reveal(index);
    void select(store, spans[index]!.path);
  }
  const chosen = spans[active];
  return (
    <div class="split schedule">
      <div class="toolbar">
        <span>
          Peak {isPartial && "at least "}
          {amount(schedule, peak)} over {plural(ticks, "tick")}
        </span>
        {chosen && (
          <span class="dim">
            {brief(chosen.name, 60)}: {amount(schedule, chosen.size)} from tick {counted(chosen.first)} to {counted(chosen.last)}
          </span>
        )}
      </div>
      <Curve schedule={schedule} chosen={chosen} />
      <VirtualList
        label="What is held"
        role="listbox"
        count={spans.length}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={goTo}
        handle={list}
        row={(index, id) => {
          const span = spans[index]!;
          return (
            <div
              id={id}
              key={index}
              class={`row ${index === active ? "chosen" : ""}`}
              role="option"
              aria-selected={index === active}
              onClick={() => goTo(index)}
            >
              <bdi class="name">{brief(span.name, 60)}</bdi>
              <span class="type">{amount(schedule, span.size)}</span>
              <span class="unseen">
                tick {span.first} to {span.last}
              </span>
              <span class="track">
                <span style={barOf(span, ticks)} />
              </span>
            </div>
          );
        }}
      />
    </div>
  );
}

function barOf({ first, last }: Span, ticks: number) {
  const all = Math.max(ticks, 1);
  return { left: `${(100 * first) / all}%`, width: `max(2px, ${(100 * (last - first + 1)) / all}%)` };
}

/** Return the most that is held in each of at most WIDTH parts of the time. */
function peaks(held: readonly number[]): readonly number[] {
  const parts = Math.min(held.length, WIDTH);
  const most = new Array<number>(parts).fill(0);
  held.forEach((size, tick) => {
    const part = Math.floor((tick * parts) / held.length);
    most[part] = Math.max(most[part]!, size);
  });
  return most;
}

function Curve({ schedule, chosen }: { schedule: ScheduleData; chosen: Span | undefined }) {
  const { held, peak, ticks } = schedule;
  const path = useMemo(() => {
    const most = peaks(held);
    const step = WIDTH / Math.max(most.length, 1);
    const points = most.map((size, part) => {
      const y = HEIGHT - (size / Math.max(peak, 1)) * (HEIGHT - 4);
      return `L${part * step} ${y}L${(part + 1) * step} ${y}`;
    });
    return `M0 ${HEIGHT}${points.join("")}L${WIDTH} ${HEIGHT}Z`;
  }, [held, peak]);
  const label = `Held over time: at most ${amount(schedule, peak)}`;
  const scale = WIDTH / Math.max(ticks, 1);
  return (
    <div class="curve">
      <span class="axis">
        <span>{amount(schedule, peak)}</span>
        <span>0</span>
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={path} />
        {chosen && <rect x={chosen.first * scale} width={Math.max(1, (chosen.last - chosen.first + 1) * scale)} y={0} height={HEIGHT} />}
      </svg>
    </div>
  );
}
