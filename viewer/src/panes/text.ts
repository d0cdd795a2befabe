/** Texts for people: names from files made visible, sizes, numbers, offsets. */

/** Characters that a reader would not see, or that turn the text around them: controls, marks of direction, lone surrogates. */
const UNSEEN = /(?! )[\p{C}\p{Z}\u{34F}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu;
/** Most texts: nothing to look for. */
const PLAIN = /^[\x20-\x7e]*$/;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

/** Return a text from a file with its unseen characters as escapes, such as "\u202e". */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return SHORT[character] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`);
  });
}

/** Return a text cut to about `limit` characters, with its unseen characters as escapes. */
export function brief(text: string, limit = 160): string {
  if (text.length <= limit) return visible(text);
  return `${visible(text.slice(0, limit))}…`;
}

/** Return the sum of some numbers; nothing where one is not known. */
export function added(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0);
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** Return a number of bytes, such as "1.5 MiB"; without one, that it is not known. */
export function sized(bytes: number | undefined): string {
  if (bytes === undefined) return "unknown size";
  if (bytes === 1) return "1 byte";
  const unit = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** unit;
  return `${unit === 0 ? value : value.toPrecision(value < 1000 ? 3 : 4)} ${UNITS[unit]}`;
}

/** Return a whole number with commas, such as "65,535". */
export function counted(count: number): string {
  return count.toLocaleString("en-US");
}

/** Return "1 row" or "2 rows". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

/** Return a real number in a few digits. */
export function short(value: number | null): string {
  if (value === null) return "";
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return counted(value);
  return String(Number(value.toPrecision(5)));
}

/** Return an offset in hexadecimal digits, at least eight. */
export function offsetText(offset: number, digits = 8): string {
  return offset.toString(16).padStart(digits, "0");
}

export function byteText(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
