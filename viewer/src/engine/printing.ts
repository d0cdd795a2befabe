/** Text from files as it may be shown: nothing that a page hides, or that changes its neighbours. */

/** The most characters of a text in a row. */
export const MOST_SHOWN = 200;

const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;
const SHORT = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/** Return a text with an escape, such as \x1b or \u202e, for every character that is not plainly visible. */
export function printable(text: string): string {
  return text.replace(HIDDEN, (char) => (char === " " ? char : (SHORT.get(char) ?? escaped(char.codePointAt(0)!))));
}

function escaped(point: number): string {
  const [letter, width] = point < 0x100 ? ["x", 2] : point < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${point.toString(16).padStart(width as number, "0")}`;
}

/** Return a text; of a longer one its beginning, and how many characters more there are. */
export function cut(text: string, width = MOST_SHOWN): string {
  return text.length <= width ? text : `${beginning(text, width)}… (${counted(text.length - width)} more)`;
}

/** Return the first characters of a text, without half of one. */
function beginning(text: string, width: number): string {
  const found = text.slice(0, width);
  return /[\ud800-\udbff]$/.test(found) ? found.slice(0, -1) : found;
}

export function counted(number: number): string {
  return number.toLocaleString("en-US");
}

/** Join texts; no more of them are taken than fit. What is left out is an ellipsis. */
export function joined(separator: string, parts: Iterable<string>, width = MOST_SHOWN): string {
  const shown: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length + (shown.length === 0 ? 0 : separator.length);
    if (length > width) {
      return [...shown, cut(part, Math.max(width - length + part.length, 0)), "…"].join(separator);
    }
    shown.push(part);
  }
  return shown.join(separator);
}
