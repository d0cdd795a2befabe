/** Constants of programs as Python writes them in ASCII, cut where they are long. */

/** Integers are bigints, so that 1 and 1.0 differ. */
export type Literal = null | boolean | bigint | number | string | readonly (bigint | number)[];

/** Longer texts are cut here; of a text or a list, one element more is enough. */
export const MOST_LITERAL = 60;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

export function literalText(value: Literal): string {
  return shortened(written(value));
}

/** Return a text, cut to what a line shows of it. */
export function shortened(text: string): string {
  return text.length <= MOST_LITERAL ? text : `${text.slice(0, MOST_LITERAL - 3)}...`;
}

function written(value: Literal): string {
  switch (typeof value) {
    case "boolean":
      return value ? "True" : "False";
    case "bigint":
      return String(value);
    case "number":
      return realText(value);
    case "string":
      return quoted(value);
  }
  return value === null ? "None" : `[${value.map(written).join(", ")}]`;
}

function realText(value: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  const [digits, power] = value.toExponential().split("e") as [string, string];
  if (Number(power) < -4 || Number(power) >= 16) {
    return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  return `${Object.is(value, -0) ? "-0" : value}${Number.isInteger(value) ? ".0" : ""}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(/[^ -~]|[\\']/gu, (char) => (char === "'" ? (quote === "'" ? "\\'" : char) : (SHORT[char] ?? escaped(char))));
  return quote + inner + quote;
}

function escaped(char: string): string {
  const point = char.codePointAt(0)!;
  const [letter, width] = point < 0x100 ? ["x", 2] : point < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${point.toString(16).padStart(width as number, "0")}`;
}

/** Return a constant as its signature code requires: writers store True, 1 and 1.0 as whichever of them came first. */
export function coerced(value: Literal, code: string): Literal {
  if (typeof value !== "boolean" && typeof value !== "bigint" && typeof value !== "number") {
    return value;
  }
  if (code === "b") {
    return Boolean(value);
  }
  if (code === "i" || code === "A") {
    return typeof value === "number" && !Number.isInteger(value) ? value : BigInt(value);
  }
  return code === "f" ? Number(value) : value;
}
