/**
 * The regular expressions of manifests, read: what JavaScript's own would match differently (white space, words, line
 * ends, case), or without a bound of time, is said here. What is not exactly the same is refused.
 */
import { TokenizerError } from "./errors.js";

export type Test = (character: string) => boolean;

export type Node =
  | { readonly kind: "character"; readonly test: Test }
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number; readonly mode: Mode }
  | { readonly kind: "atomic"; readonly part: Node }
  | { readonly kind: "look"; readonly part: Node; readonly behind: boolean; readonly negative: boolean }
  | { readonly kind: "place"; readonly holds: (text: readonly string[], at: number) => boolean };

/** How a repetition goes: as often as it can, as rarely as it can, or without giving anything back. */
export type Mode = "greedy" | "lazy" | "possessive";

const MAX_LENGTH = 65_536;
const MAX_DEPTH = 100;
const MAX_REPEAT = 65_535;

const WORD = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u;
export const isWord: Test = remembered((character) => WORD.test(character));
const SPACE = /^\p{White_Space}$/u;
export const isSpace: Test = (character) => SPACE.test(character);
const isDigit: Test = remembered((character) => /^\p{Nd}$/u.test(character));

const CLASSES: Readonly<Record<string, Test>> = { s: isSpace, w: isWord, d: isDigit };
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", a: "\x07" };
/** ASCII letters that are the same without case as some character beyond ASCII. */
const FOLDED: Readonly<Record<string, string>> = { i: "\u0130", k: "\u212a", s: "\u017f" };

/** The sets of characters that were asked for: as many as Unicode has names. */
const properties = new Map<string, Test>();

/** Return whether a character is one of a set of characters that Unicode names; "" is none of them. */
export function property(name: string): Test | undefined {
  const known = properties.get(name);
  if (known !== undefined) return known;
  for (const key of ["General_Category", "Script"]) {
    try {
      const pattern = new RegExp(`^\\p{${key}=${name}}$`, "u");
      const test = remembered((character) => pattern.test(character));
      properties.set(name, test);
      return test;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

function remembered(test: Test): Test {
  const known = new Map<string, boolean>();
  return (character) => {
    let found = known.get(character);
    if (found === undefined) known.set(character, (found = test(character)));
    return found;
  };
}

const negations = new Map<Test, Test>();

/** Return the opposite of a test: of the same test, the same one. */
function negated(test: Test): Test {
  const known = negations.get(test) ?? ((character: string) => !test(character));
  negations.set(test, known);
  return known;
}

/** Return what finds out whether a number is in one of some ranges, both ends included. */
function inRanges(ranges: readonly (readonly [number, number])[]): (code: number) => boolean {
  const joined: [number, number][] = [];
  for (const [low, high] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else joined.push([low, high]);
  }
  return (code) => {
    let [first, stop] = [0, joined.length];
    while (first < stop) {
      const middle = (first + stop) >> 1;
      if (joined[middle]![1] < code) first = middle + 1;
      else stop = middle;
    }
    return first < joined.length && joined[first]![0] <= code;
  };
}

/** Flags that are set inside of a pattern: case is ignored, lines count, a dot is any character. */
interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

const NO_FLAGS: Flags = { i: false, m: false, s: false };

/** Read a pattern. Throws TokenizerError for what is no regular expression, and for what is not the same here. */
export function parsed(pattern: string, path: string): Node {
  return new Parser(pattern, path).run();
}

class Parser {
  private readonly characters: readonly string[];
  private at = 0;
  private depth = 0;
  private isBehind = false;

  constructor(
    pattern: string,
    private readonly path: string,
  ) {
    this.characters = [...pattern];
    if (this.characters.length > MAX_LENGTH) throw this.wrong("a regular expression is too long");
  }

  run(): Node {
    const node = this.choice(NO_FLAGS);
    if (this.at < this.characters.length) throw this.wrong("a group ends that was not begun");
    return node;
  }

  private wrong(reason: string): TokenizerError {
    return new TokenizerError(reason, this.path);
  }

  private refused(what: string): TokenizerError {
    return this.wrong(`${JSON.stringify(what)} in a regular expression is not supported in the browser`);
  }

  private peek(): string {
    return this.characters[this.at] ?? "";
  }

  private takes(text: string): boolean {
    const isNext = this.characters.slice(this.at, this.at + text.length).join("") === text;
    if (isNext) this.at += text.length;
    return isNext;
  }

  /** Take what a pattern matches here; "" for nothing. It must be ASCII. */
  private taken(pattern: RegExp): string {
    const found = pattern.exec(this.characters.slice(this.at, this.at + 64).join(""))?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private choice(flags: Flags): Node {
    const parts: Node[] = [];
    let current = flags;
    do {
      const [part, after] = this.sequence(current);
      parts.push(part);
      current = after; // flags that are set without a group go on to its end
    } while (this.takes("|"));
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  private sequence(flags: Flags): [Node, Flags] {
    const parts: Node[] = [];
    let current = flags;
    while (this.at < this.characters.length && this.peek() !== "|" && this.peek() !== ")") {
      const set = this.taken(/^\(\?[ims]*(?:-[ims]+)?\)/);
      if (set) {
        current = this.flagsOf(set, current);
        continue;
      }
      parts.push(this.repeated(this.one(current)));
    }
    return [parts.length === 1 ? parts[0]! : { kind: "sequence", parts }, current];
  }

  private flagsOf(text: string, flags: Flags): Flags {
    const [on = "", off = ""] = text.split("-");
    const value = (flag: keyof Flags): boolean => (flags[flag] || on.includes(flag)) && !off.includes(flag);
    return { i: value("i"), m: value("m"), s: value("s") };
  }

  private repeated(part: Node): Node {
    const text = this.taken(/^(?:[*+?]|\{\d{1,9}(?:,\d{0,9})?\}|\{,\d{0,9}\})/);
    if (!text) return part;
    const [least, most] = boundsOf(text);
    if (least > MAX_REPEAT || (most !== Infinity && most > MAX_REPEAT)) throw this.wrong("a part is repeated too often");
    if (most < least) throw this.wrong("a repetition has a minimum above its maximum");
    const sign = this.taken(/^[?+]/);
    const mode = sign === "?" ? "lazy" : sign === "+" ? "possessive" : "greedy";
    if (mode === "possessive") this.checkNotBehind(text + sign);
    if (this.taken(/^[*+?]/)) throw this.wrong("a repetition is repeated");
    if (most > 1 && widthOf(part)[0] === 0) throw this.refused(`(...)${text}`); // libraries disagree on empty rounds
    return { kind: "repeat", part, least, most, mode };
  }

  private one(flags: Flags): Node {
    const character = this.peek();
    if (character === "(") return this.group(flags);
    this.at += 1;
    if (character === "[") return { kind: "character", test: this.set(flags) };
    if (character === ".") return { kind: "character", test: flags.s ? () => true : (each) => each !== "\n" };
    if (character === "^") return place(flags.m ? (text, at) => at === 0 || text[at - 1] === "\n" : (_, at) => at === 0);
    if (character === "$") return place(flags.m ? isEndOfLine : isEnd);
    if (character === "\\") return this.escape(flags);
    if ("*+?".includes(character)) throw this.wrong("there is nothing to repeat");
    if (character === "{" && /^\{\d*,?\d*\}/.test(this.characters.slice(this.at - 1, this.at + 24).join("")))
      throw this.refused("{");
    return { kind: "character", test: this.literal(character, flags) };
  }

  private group(flags: Flags): Node {
    if (this.depth === MAX_DEPTH) throw this.wrong("too many groups inside of each other");
    this.at += 1;
    if (this.taken(/^\?#[^)]*/)) return this.closed({ kind: "sequence", parts: [] });
    const opening = this.taken(/^\?(?:<?[=!]|>|[ims]*(?:-[ims]+)?:|P?<[A-Za-z_]\w*>)/);
    if (!opening && "?*".includes(this.peek()) && this.peek()) throw this.refused(`(${this.peek()}`);
    const inner = /^\?[ims-]*:$/.test(opening) ? this.flagsOf(opening, flags) : flags;
    const isLook = /^\?<?[=!]$/.test(opening);
    const outside = this.isBehind;
    if (opening === "?>") this.checkNotBehind("(?>");
    if (isLook) this.isBehind = opening.includes("<");
    this.depth += 1;
    const part = this.closed(this.choice(inner));
    this.depth -= 1;
    this.isBehind = outside;
    if (isLook) return { kind: "look", part, behind: opening.includes("<"), negative: opening.endsWith("!") };
    return opening === "?>" ? { kind: "atomic", part } : part;
  }

  private closed(node: Node): Node {
    if (!this.takes(")")) throw this.wrong("a group does not end");
    return node;
  }

  /** What gives nothing back is matched from the right where one looks behind: not so here. */
  private checkNotBehind(what: string): void {
    if (this.isBehind) throw this.refused(what);
  }

  private escape(flags: Flags): Node {
    const name = this.peek();
    if (name === "b" || name === "B") {
      this.at += 1;
      return place((text, at) => isBorder(text, at) === (name === "b"));
    }
    if (name === "A" || name === "Z" || name === "z") {
      this.at += 1;
      return place(name === "A" ? (_, at) => at === 0 : (text, at) => at === text.length);
    }
    return { kind: "character", test: this.classOf(flags) ?? this.literal(this.escaped(), flags) };
  }

  /** Take a class of characters after a backslash; undefined if a single character follows. */
  private classOf(flags: Flags): Test | undefined {
    const name = this.peek();
    const found = CLASSES[name.toLowerCase()];
    if (found !== undefined && name) {
      this.at += 1;
      return name === name.toLowerCase() ? found : negated(found);
    }
    if (name !== "p" && name !== "P") return undefined;
    const text = this.taken(/^[pP](?:[A-Z]|\{\^?[A-Za-z_]+\})/);
    const word = text.replace(/^[pP]\{?\^?|\}$/g, "");
    const test = property(word);
    if (test === undefined || (flags.i && /^(?:L[ult]|(?:Upper|Lower|Title)case_Letter)$/.test(word))) throw this.refused(`\\${text || name}`);
    const isNegative = (text[0] === "P") !== text.includes("^");
    return isNegative ? negated(test) : test;
  }

  /** Take a single character after a backslash. */
  private escaped(): string {
    const code = this.taken(/^(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U00[01][0-9A-Fa-f]{5})/);
    const value = parseInt(code.slice(1), 16);
    if (code && value <= 0x10ffff && !(value >= 0xd800 && value < 0xe000)) return String.fromCodePoint(value);
    const character = this.peek();
    if (code || !character) throw this.refused(`\\${code}`);
    const control = CONTROLS[character];
    if (control === undefined && /[0-9A-Za-z]/.test(character)) throw this.refused(`\\${character}`);
    this.at += 1;
    return control ?? character;
  }

  private literal(character: string, flags: Flags): Test {
    if (!flags.i) return (each) => each === character;
    const alike = this.alike(character);
    return (each) => alike.includes(each);
  }

  /** Return the characters that are the same without case. Beyond ASCII that depends on the library. */
  private alike(character: string): readonly string[] {
    const lower = character.toLowerCase();
    const upper = character.toUpperCase();
    if (lower === upper && lower === character) return [character];
    if (character > "\x7f") throw this.refused(`(?i) ${character}`);
    const folded = FOLDED[lower];
    return folded === undefined ? [lower, upper] : [lower, upper, folded];
  }

  private set(flags: Flags): Test {
    const isNegative = this.takes("^");
    const singles = new Set<string>();
    const ranges: [number, number][] = [];
    const tests = new Set<Test>();
    for (let first = true; first || this.peek() !== "]"; first = false) {
      const character = this.peek();
      if (!character) throw this.wrong("a set of characters does not end");
      if (character === "[") throw this.refused("[ inside of a set");
      if (/^(?:--|&&|\|\||~~)/.test(this.characters.slice(this.at, this.at + 2).join(""))) throw this.refused(character + character);
      const start = this.member(flags, tests);
      if (start === undefined) continue;
      if (this.peek() !== "-" || (this.characters[this.at + 1] ?? "]") === "]") {
        this.addTo(singles, start, flags);
        continue;
      }
      if (this.characters[this.at + 1] === "-" || this.characters[this.at + 1] === "[") throw this.refused("- in a set");
      this.at += 1;
      const stop = this.member(flags, tests);
      if (stop === undefined) throw this.refused("- in front of a class");
      this.addRange(ranges, singles, start, stop, flags);
    }
    this.at += 1;
    const within = inRanges(ranges);
    const others = [...tests];
    const holds: Test = remembered(
      (each) => singles.has(each) || within(each.codePointAt(0)!) || others.some((test) => test(each)),
    );
    return isNegative ? (each) => !holds(each) : holds;
  }

  /** Take a character of a set, or a class, which is added; then undefined. */
  private member(flags: Flags, tests: Set<Test>): string | undefined {
    const character = this.peek();
    this.at += 1;
    if (character !== "\\") return character;
    const test = this.classOf(flags);
    if (test === undefined) return this.escaped();
    tests.add(test);
    return undefined;
  }

  private addTo(singles: Set<string>, character: string, flags: Flags): void {
    for (const each of flags.i ? this.alike(character) : [character]) singles.add(each);
  }

  private addRange(ranges: [number, number][], singles: Set<string>, start: string, stop: string, flags: Flags): void {
    const [low, high] = [start.codePointAt(0)!, stop.codePointAt(0)!];
    if (high < low) throw this.wrong("a range of characters ends before it begins");
    if (!flags.i) ranges.push([low, high]);
    else if (high < 0x80) for (let code = low; code <= high; code++) this.addTo(singles, String.fromCodePoint(code), flags);
    else throw this.refused(`(?i) [${start}-${stop}]`);
  }
}

function place(holds: (text: readonly string[], at: number) => boolean): Node {
  return { kind: "place", holds };
}

function isEnd(text: readonly string[], at: number): boolean {
  return at === text.length || (at === text.length - 1 && text[at] === "\n");
}

function isEndOfLine(text: readonly string[], at: number): boolean {
  return at === text.length || text[at] === "\n";
}

function isBorder(text: readonly string[], at: number): boolean {
  const left = at > 0 && isWord(text[at - 1]!);
  return left !== (at < text.length && isWord(text[at]!));
}

function boundsOf(text: string): [number, number] {
  if (!text.startsWith("{")) return [text === "+" ? 1 : 0, text === "?" ? 1 : Infinity];
  const [least = "", most] = text.slice(1, -1).split(",");
  return [Number(least || 0), most === undefined ? Number(least) : most ? Number(most) : Infinity];
}

/** Return how many characters a node matches, at least and at most. */
export function widthOf(node: Node): readonly [number, number] {
  switch (node.kind) {
    case "character":
      return [1, 1];
    case "look":
    case "place":
      return [0, 0];
    case "atomic":
      return widthOf(node.part);
    case "repeat": {
      const [least, most] = widthOf(node.part);
      return [least * node.least, most === 0 || node.most === 0 ? 0 : most * node.most];
    }
    case "sequence":
      return node.parts.map(widthOf).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case "choice": {
      const widths = node.parts.map(widthOf);
      return [Math.min(...widths.map(([least]) => least)), Math.max(...widths.map(([, most]) => most))];
    }
  }
}
