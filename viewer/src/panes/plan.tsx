/** The plan: what runs, line by line. */
import { useMemo, useRef } from "preact/hooks";
import { select } from "./actions.js";
import { numberUnder, numbersOf } from "./following.js";
import { shownFile, usePart, useStore } from "./store.js";
import { brief } from "./text.js";
import { type ListHandle, VirtualList } from "./virtual.js";

const ROW_HEIGHT = 22;

export function Plan() {
  const store = useStore();
  const file = usePart(shownFile);
  const lines = file?.report?.plan ?? [];
  const list = useRef<ListHandle>(null);
  const numbers = useMemo(() => numbersOf(lines), [lines]);
  const chosen = file ? numberUnder(numbers, file.selected) : -1;
  function goTo(index: number): void {
    list.current?.reveal(index);
    void select(store, lines[index]!.path);
  }
  return (
    <VirtualList
      label="Plan"
      role="listbox"
      count={lines.length}
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
          aria-setsize={lines.length}
          aria-posinset={index + 1}
          onClick={() => goTo(index)}
        >
          <span class="number">{index}</span>
          <bdi class="value mono code">{brief(lines[index]!.text, 400)}</bdi>
        </div>
      )}
    />
  );
}
