/** A long table that can be sorted by its columns. */
import type { ComponentChildren, RefObject } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type ListHandle, VirtualList } from "./virtual.js";

export interface Column<T> {
  readonly title: string;
  /** What it is sorted by. */
  readonly value: (thing: T) => string | number | null;
  readonly cell: (thing: T) => ComponentChildren;
  /** Of the grid: "1fr", "80px". */
  readonly width: string;
  readonly isNumber?: boolean;
}

interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly things: readonly T[];
  readonly chosen: T | undefined;
  readonly onChoose: (thing: T) => void;
  readonly classOf?: (thing: T) => string;
  readonly handle?: RefObject<ListHandle | null>;
}

interface Order {
  readonly column: number;
  readonly isDown: boolean;
}

const ROW_HEIGHT = 24;
const collator = new Intl.Collator("en", { numeric: true });

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

export function sorted<T>(things: readonly T[], columns: readonly Column<T>[], order: Order | null): readonly T[] {
  if (!order) return things;
  const { value } = columns[order.column]!;
  const keyed = things.map((thing) => [value(thing), thing] as const);
  keyed.sort(([a], [b]) => (order.isDown ? compare(b, a) : compare(a, b)));
  return keyed.map(([, thing]) => thing);
}

export function Table<T>({ label, columns, things, chosen, onChoose, classOf, handle }: TableProps<T>) {
  const [order, setOrder] = useState<Order | null>(null);
  const rows = useMemo(() => sorted(things, columns, order), [things, columns, order]);
  const active = chosen === undefined ? -1 : rows.indexOf(chosen);
  const grid = { gridTemplateColumns: columns.map(({ width }) => width).join(" ") };

  function turn(column: number): void {
    setOrder(order?.column === column ? { column, isDown: !order.isDown } : { column, isDown: columns[column]!.isNumber ?? false });
  }
  const sortOf = (column: number) => (order?.column !== column ? "none" : order.isDown ? "descending" : "ascending");
  const header = (
    <div class="heads" role="group" aria-label={`Sort ${label}`} style={grid}>
      {columns.map(({ title, isNumber }, column) => (
        <button type="button" key={title} class={isNumber ? "right" : ""} aria-label={`${title}, sorted: ${sortOf(column)}`} onClick={() => turn(column)}>
          {title}
          {order?.column === column && <span aria-hidden="true">{order.isDown ? " ↓" : " ↑"}</span>}
        </button>
      ))}
    </div>
  );
  return (
    <VirtualList
      label={label}
      role="grid"
      class="table"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      active={active}
      onActive={(index) => {
        const thing = rows[index];
        if (thing !== undefined) onChoose(thing);
      }}
      {...(handle ? { handle } : {})}
      header={header}
      row={(index, id) => {
        const thing = rows[index]!;
        return (
          <div
            id={id}
            key={index}
            class={`row ${thing === chosen ? "chosen" : ""} ${classOf?.(thing) ?? ""}`}
            role="row"
            aria-rowindex={index + 1}
            aria-selected={thing === chosen}
            style={grid}
            onClick={() => onChoose(thing)}
          >
            {columns.map(({ title, cell, isNumber }) => (
              <span key={title} role="gridcell" class={isNumber ? "right" : ""}>
                {cell(thing)}
              </span>
            ))}
          </div>
        );
      }}
    />
  );
}
