/** A bar between panes that can be dragged, or moved by arrow keys. */
import { useRef, useState } from "preact/hooks";

interface SplitterProps {
  /** The property of the style that has the pixels. */
  readonly name: "--left" | "--below";
  readonly label: string;
  /** The panes are beside each other. */
  readonly isVertical: boolean;
  readonly least: number;
  /** The share of the room that the pane has at first, in percent. */
  readonly share: number;
}

const STEP = 24;

export function Splitter({ name, label, isVertical, least, share }: SplitterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [now, setNow] = useState(share);
  /** Return the pixels of the pane that the bar sizes: the one before if vertical, the one after if not. */
  function sizeOf(): number {
    const pane = (isVertical ? bar.current!.previousElementSibling : bar.current!.nextElementSibling)!.getBoundingClientRect();
    return isVertical ? pane.width : pane.height;
  }
  function resize(pixels: number): void {
    const room = bar.current!.parentElement!.getBoundingClientRect();
    const all = isVertical ? room.width : room.height;
    const size = Math.max(least, Math.min(pixels, all - least));
    bar.current!.parentElement!.style.setProperty(name, `${size}px`);
    setNow(Math.round((100 * size) / all));
  }
  function onPointerDown(event: PointerEvent): void {
    const from = isVertical ? event.clientX : event.clientY;
    const size = sizeOf();
    const move = (next: PointerEvent) => resize(isVertical ? size + next.clientX - from : size + from - next.clientY);
    bar.current!.setPointerCapture(event.pointerId);
    bar.current!.addEventListener("pointermove", move);
    bar.current!.addEventListener("pointerup", () => bar.current?.removeEventListener("pointermove", move), { once: true });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: STEP, ArrowLeft: -STEP, ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(sizeOf() + step);
  }
  return (
    <div
      ref={bar}
      class={`splitter ${isVertical ? "vertical" : ""}`}
      role="separator"
      aria-label={label}
      aria-orientation={isVertical ? "vertical" : "horizontal"}
      aria-valuenow={now}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
