/** A list of any length: only the rows in sight are in the document. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Browsers stop at about 17 million pixels; beyond this, the middle of the list is scrolled faster than the pointer. */
const LONGEST = 8_000_000;
const EXACT = 1_000_000;
const BESIDES = 6;

/** Where a list is (pixels of the whole list) and where its bar is (pixels of the element). */
export class Scale {
  readonly height: number;
  readonly #end: number;
  readonly #bar: number;
  constructor(total: number, view: number) {
    this.height = Math.min(total, LONGEST);
    this.#end = Math.max(total - view, 0);
    this.#bar = Math.max(this.height - view, 0);
  }
  get isExact(): boolean {
    return this.#end === this.#bar;
  }
  #middle(): number {
    return (this.#bar - 2 * EXACT) / (this.#end - 2 * EXACT);
  }
  toBar(top: number): number {
    if (this.isExact || top <= EXACT) return top;
    if (top >= this.#end - EXACT) return this.#bar - (this.#end - top);
    return EXACT + (top - EXACT) * this.#middle();
  }
  toTop(bar: number): number {
    if (this.isExact || bar <= EXACT) return bar;
    if (bar >= this.#bar - EXACT) return this.#end - (this.#bar - bar);
    return EXACT + (bar - EXACT) / this.#middle();
  }
  within(top: number): number {
    return Math.max(0, Math.min(top, this.#end));
  }
}

export interface ListHandle {
  /** Scroll until a row is in sight. */
  reveal(index: number): void;
  focus(): void;
}

export interface VirtualListProps {
  readonly label: string;
  readonly role: "tree" | "grid" | "listbox" | "table" | "list";
  readonly count: number;
  readonly rowHeight: number;
  /** The row that keys start from; -1 for none. */
  readonly active?: number;
  /** Go to a row. Keys that come before a promise is kept wait for it. */
  readonly onActive?: (index: number) => void | Promise<void>;
  /** Other keys; false if it is of no use, a promise as above. */
  readonly onKey?: (key: string) => boolean | Promise<void>;
  /** Return a row: an element of class "row" with the id. */
  readonly row: (index: number, id: string) => ComponentChildren;
  readonly handle?: RefObject<ListHandle | null>;
  readonly header?: ComponentChildren;
  readonly class?: string;
}

/** Keys that lists use. */
const KEYS = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Enter| )$/;

/** Return the row that a key goes to, or null if it is no such key. */
function stepped(key: string, active: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? null : Math.max(0, Math.min(next, count - 1));
}

export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, active = -1 } = props;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const place = useRef({ top: 0, bar: 0 });
  const wanted = useRef<number | null>(null);
  const [view, setView] = useState(0);
  const [, again] = useState({});
  const scale = new Scale(count * rowHeight, view);

  function moveTo(top: number): void {
    const box = element.current!;
    place.current = { top: scale.within(top), bar: scale.toBar(scale.within(top)) };
    box.scrollTop = place.current.bar;
    place.current.bar = box.scrollTop;
    again({});
  }
  function onScroll(): void {
    const { top, bar } = place.current;
    const now = element.current!.scrollTop;
    if (now === bar) return;
    const isSmall = !scale.isExact && Math.abs(now - bar) <= 2 * view;
    place.current = { top: scale.within(isSmall ? top + now - bar : scale.toTop(now)), bar: now };
    again({});
  }
  function reveal(index: number): void {
    wanted.current = index;
    again({});
  }
  function goToWanted(index: number): void {
    wanted.current = null;
    const start = index * rowHeight;
    const { top } = place.current;
    if (start < top || start + rowHeight > top + view) moveTo(start - Math.max(0, Math.floor((view - rowHeight) / 3)));
  }
  useImperativeHandle(props.handle ?? { current: null }, () => ({ reveal, focus: () => element.current!.focus() }));

  useLayoutEffect(() => {
    const measure = () => setView(element.current!.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  // The active row stays in sight when something else takes room.
  const viewBefore = useRef(0);
  useLayoutEffect(() => {
    const { top } = place.current;
    const [start, end] = [active * rowHeight, (active + 1) * rowHeight];
    if (active >= 0 && start >= top && end <= top + viewBefore.current && end > top + view) moveTo(end - view);
    viewBefore.current = view;
  }, [view]);
  // Once the list is as long as it has to be.
  useLayoutEffect(() => {
    if (wanted.current !== null && view > 0 && wanted.current < count) goToWanted(wanted.current);
    else if (scale.within(place.current.top) !== place.current.top) moveTo(place.current.top);
  });
  // The bar follows once scrolling by small steps is over.
  useEffect(() => {
    if (scale.isExact) return;
    const timer = setTimeout(() => {
      if (Math.abs(scale.toBar(place.current.top) - place.current.bar) > 1) moveTo(place.current.top);
    }, 200);
    return () => clearTimeout(timer);
  });

  /** Do what a key says; false if it says nothing. */
  function press(key: string): boolean | void | Promise<void> {
    const used = props.onKey?.(key) ?? false;
    if (used !== false) return used;
    const next = stepped(key, active, count, Math.max(1, Math.floor(view / rowHeight) - 1));
    return next === null || !props.onActive ? false : props.onActive(next);
  }
  const latest = useRef(press);
  latest.current = press;
  const waiting = useRef<string[] | null>(null);
  /** Do what the keys say that come before something is done, one after the other. */
  async function pressAfter(first: Promise<void>): Promise<void> {
    const keys: string[] = (waiting.current = []);
    try {
      await first;
      for (let key = keys.shift(); key !== undefined; key = keys.shift()) await latest.current(key);
    } finally {
      waiting.current = null;
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey || !KEYS.test(event.key)) return;
    const done = waiting.current ? waiting.current.push(event.key) > 0 : press(event.key);
    if (done !== false) event.preventDefault();
    if (done instanceof Promise) void pressAfter(done);
  }
  const { top, bar } = place.current;
  const first = Math.max(0, Math.floor(top / rowHeight) - BESIDES);
  const stop = Math.min(count, Math.ceil((top + view) / rowHeight) + BESIDES);
  const rows = [];
  for (let index = first; index < stop; index += 1) rows.push(props.row(index, `${id}-${index}`));
  const isActive = active >= first && active < stop;
  return (
    <div class={`list ${props.class ?? ""}`}>
      {props.header}
      <div
        ref={element}
        class="scroller"
        role={props.role}
        aria-label={props.label}
        aria-rowcount={props.role === "grid" || props.role === "table" ? count : undefined}
        aria-activedescendant={isActive ? `${id}-${active}` : undefined}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div class="spacer" role="presentation" style={{ height: `${scale.height}px`, "--row": `${rowHeight}px` }}>
          <div class="rows" role="presentation" style={{ top: `${bar + first * rowHeight - top}px` }}>
            {rows}
          </div>
        </div>
      </div>
    </div>
  );
}
