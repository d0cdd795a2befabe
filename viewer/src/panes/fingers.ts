/** A picture moved by one finger or the mouse, zoomed by two fingers. */

/** Pixels that a finger moves while it is still. */
const STILL = 4;

type Pan = (x: number, y: number) => void;
type Zoom = (factor: number, x: number, y: number) => void;

export class Fingers {
  readonly #down = new Map<number, PointerEvent>();
  /** The last movement was one: the click at its end is none. */
  hasMoved = false;

  /** Follow a pointer that went down on an element until it is up. */
  down(event: PointerEvent, pan: Pan, zoom: Zoom): void {
    if (event.button !== 0) return;
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    this.#down.set(event.pointerId, event);
    this.hasMoved = false;
    const move = (now: PointerEvent) => {
      this.hasMoved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > STILL;
      if (now.pointerId === event.pointerId) this.#moved(now, pan, (factor, x, y) => zoom(factor, x - left, y - top));
    };
    const end = (now: PointerEvent) => {
      if (now.pointerId !== event.pointerId) return;
      this.#down.delete(event.pointerId);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  #moved(now: PointerEvent, pan: Pan, zoom: Zoom): void {
    const before = this.#down.get(now.pointerId)!;
    const other = [...this.#down.values()].find(({ pointerId }) => pointerId !== now.pointerId);
    this.#down.set(now.pointerId, now);
    if (!other) return pan(now.clientX - before.clientX, now.clientY - before.clientY);
    const distance = (point: PointerEvent) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
    if (distance(before) > 0) zoom(distance(now) / distance(before), (now.clientX + other.clientX) / 2, (now.clientY + other.clientY) / 2);
  }
}
