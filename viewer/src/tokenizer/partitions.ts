/** The rules of partitions: protected ones find tokens, the others cut open fragments into smaller ones. */
import type { Budget } from "./errors.js";
import { isSpace, isWord } from "./expressions.js";
import { Alternatives } from "./matching.js";
import { Aligned, cutEach, type Fragment, type Placed, type Stage } from "./text.js";
import type { Vocabulary } from "./vocabulary.js";

export interface Rule {
  readonly pattern: string;
  readonly path: string;
  readonly isProtected: boolean;
  readonly isRemoved: boolean;
  readonly trim: string;
}

/** A protected pattern that means one text. */
interface Word {
  readonly text: readonly string[];
  /** White space in front and behind belongs to the match. */
  readonly left: boolean;
  readonly right: boolean;
  /** No character of a word may be next to it. */
  readonly aloneLeft: boolean;
  readonly aloneRight: boolean;
}

const FRONT = /^(?<strip>\\s\*)?(?<word>\(\?<!\\w\)|\\b)?/;
const BEHIND = /(?<word>\(\?!\\w\)|\\b)?(?<strip>\\s\*)?$/;
const LITERAL = /^(?:[^\\.^$*+?{}[\]|()]|\\[^0-9A-Za-z]|\\[nrtfv])+$/u;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };

/** Return the single text that a pattern matches, with its conditions; undefined for other patterns. */
function wordOf(pattern: string): Word | undefined {
  const front = FRONT.exec(pattern)!;
  const rest = pattern.slice(front[0].length);
  const behind = BEHIND.exec(rest)!;
  const core = rest.slice(0, behind.index);
  if (!LITERAL.test(core)) return undefined;
  const text = [...core.replace(/\\(.)/gsu, (_, escaped: string) => CONTROLS[escaped] ?? escaped)];
  const conditions = [front.groups!["word"], behind.groups!["word"]];
  const neighbours = [text[0]!, text.at(-1)!];
  if (conditions.some((condition, side) => condition === "\\b" && !isWord(neighbours[side]!))) return undefined;
  const [aloneLeft = false, aloneRight = false] = conditions.map((condition) => condition !== undefined);
  return { text, left: Boolean(front.groups!["strip"]), right: Boolean(behind.groups!["strip"]), aloneLeft, aloneRight };
}

/** A match of a protected rule, and the text of its token where that is known. */
interface Found {
  readonly start: number;
  readonly stop: number;
  readonly rule: number;
  readonly token?: string;
}

interface Finder {
  /** Return the first match that begins at a character or after it. */
  find(text: readonly string[], at: number, budget: Budget): Found | undefined;
}

/** Finds texts: where one begins, the one whose rule is first. White space that belongs to it comes after that. */
class WordFinder implements Finder {
  private readonly wordsOf = new Map<string, (readonly [rule: number, word: Word])[]>();
  /** Lengths of texts by their first two characters, or their only one. */
  private readonly lengths = new Map<string, Set<number>>();

  constructor(
    words: readonly (readonly [rule: number, word: Word])[],
    private readonly path: string,
  ) {
    for (const each of words) {
      const { text } = each[1];
      const first = text.slice(0, 2).join("");
      this.lengths.set(first, (this.lengths.get(first) ?? new Set()).add(text.length));
      const key = text.join("");
      const alike = this.wordsOf.get(key);
      if (alike === undefined) this.wordsOf.set(key, [each]);
      else alike.push(each);
    }
  }

  find(text: readonly string[], at: number, budget: Budget): Found | undefined {
    for (let start = at; start < text.length; start++) {
      budget.spend(1, this.path);
      const found = this.foundAt(text, start, at, budget);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private foundAt(text: readonly string[], start: number, from: number, budget: Budget): Found | undefined {
    let best: Found | undefined;
    for (const first of [text.slice(start, start + 2).join(""), text[start]!]) {
      for (const length of this.lengths.get(first) ?? []) {
        budget.spend(length, this.path);
        for (const [rule, word] of this.wordsOf.get(text.slice(start, start + length).join("")) ?? []) {
          budget.spend(1, this.path);
          const stop = start + word.text.length;
          if (stop <= text.length && (best === undefined || rule < best.rule) && holds(word, text, start, stop))
            best = stretched(word, text, start, from, rule);
        }
      }
    }
    return best;
  }
}

function holds(word: Word, text: readonly string[], start: number, stop: number): boolean {
  const left = word.aloneLeft && start > 0 && isWord(text[start - 1]!);
  const right = word.aloneRight && stop < text.length && isWord(text[stop]!);
  return !left && !right;
}

/** Return a match with the white space that belongs to it, nothing before `from`. */
function stretched(word: Word, text: readonly string[], start: number, from: number, rule: number): Found {
  let [first, stop] = [start, start + word.text.length];
  while (word.left && first > from && isSpace(text[first - 1]!)) first -= 1;
  while (word.right && stop < text.length && isSpace(text[stop]!)) stop += 1;
  return { start: first, stop, rule, token: word.text.join("") };
}

/** Finds regular expressions. */
class PatternFinder implements Finder {
  private readonly alternatives: Alternatives;

  constructor(
    private readonly numbers: readonly number[],
    rules: readonly Rule[],
  ) {
    this.alternatives = new Alternatives(rules);
  }

  find(text: readonly string[], from: number, budget: Budget): Found | undefined {
    for (let at = from; at < text.length; ) {
      const found = this.alternatives.find(text, at, budget, () => true);
      if (found === undefined) return undefined;
      if (found.stop > found.start) return { ...found, rule: this.numbers[found.rule]! };
      at = found.stop + 1; // an empty match is none
    }
    return undefined;
  }
}

/** Takes what the protected rules match out of the open fragments. */
export class Recognizer implements Stage {
  private readonly finders: readonly Finder[];

  constructor(
    private readonly rules: readonly Rule[],
    private readonly vocabulary: Vocabulary,
  ) {
    const words = rules.map((rule) => wordOf(rule.pattern));
    const named = words.flatMap((word, rule) => (word === undefined ? [] : [[rule, word] as const]));
    const others = [...rules.keys()].filter((rule) => words[rule] === undefined);
    const finders: Finder[] = named.length ? [new WordFinder(named, rules[0]!.path)] : [];
    if (others.length) finders.push(new PatternFinder(others, others.map((rule) => rules[rule]!)));
    this.finders = finders;
  }

  run(fragments: readonly Fragment[], budget: Budget): Fragment[] {
    return cutEach(fragments, (text) => this.cut(text, budget));
  }

  private *cut(text: Aligned, budget: Budget): Generator<Fragment> {
    let at = 0;
    for (const found of this.all(text.characters, budget)) {
      if (found.start > at) yield text.cut(at, found.start);
      yield this.placed(text, found);
      at = found.stop;
    }
    if (at < text.characters.length) yield text.cut(at, text.characters.length);
  }

  /** Yield the matches from left to right; of those that begin together, the one of the first rule. */
  private *all(text: readonly string[], budget: Budget): Generator<Found> {
    const found = this.finders.map((finder) => finder.find(text, 0, budget));
    for (;;) {
      const best = found.reduce((a, b) => (isBefore(b, a) ? b : a), undefined);
      if (best === undefined) return;
      yield best;
      found.forEach((each, at) => {
        if (each !== undefined && each.start < best.stop) found[at] = this.finders[at]!.find(text, best.stop, budget);
      });
    }
  }

  private placed(text: Aligned, found: Found): Placed {
    const matched = text.characters.slice(found.start, found.stop);
    const names = [matched.join(""), found.token ?? stripped(matched)];
    const known = names.map((name) => this.vocabulary.ids.get(name)).find((id) => id !== undefined);
    const id = known ?? this.vocabulary.unknown;
    const [start, stop] = text.span(found.start, found.stop);
    return { ids: id === undefined ? [] : [id], trim: this.rules[found.rule]!.trim, start, stop };
  }
}

function isBefore(found: Found | undefined, other: Found | undefined): boolean {
  if (found === undefined || other === undefined) return found !== undefined;
  return found.start - other.start < 0 || (found.start === other.start && found.rule < other.rule);
}

/** Return a text without white space around it; four separators of ASCII count as such. */
function stripped(text: readonly string[]): string {
  const isBlank = (character: string): boolean => isSpace(character) || (character >= "\x1c" && character <= "\x1f");
  const start = text.findIndex((each) => !isBlank(each));
  return start < 0 ? "" : text.slice(start, text.findLastIndex((each) => !isBlank(each)) + 1).join("");
}

/** Cuts what a protected rule wants away from the end of the fragment in front of its match. */
export class Trimmer implements Stage {
  run(fragments: readonly Fragment[]): Fragment[] {
    const done: Fragment[] = [];
    for (const each of fragments) {
      const front = done.at(-1);
      if (!(each instanceof Aligned) && front instanceof Aligned) {
        const trim = each.trim.length <= 2 * front.characters.length ? [...each.trim] : [""]; // more than there is
        const stop = front.characters.length - trim.length;
        if (trim.every((character, at) => front.characters[stop + at] === character)) done[done.length - 1] = front.cut(0, Math.max(0, stop));
      }
      done.push(each);
    }
    return done.filter((each) => !(each instanceof Aligned) || each.characters.length);
  }
}

/** Cuts open fragments at the matches of the rules: matches and what is between them are fragments. */
export class Cutter implements Stage {
  private readonly alternatives: Alternatives;

  constructor(private readonly rules: readonly Rule[]) {
    this.alternatives = new Alternatives(rules);
  }

  run(fragments: readonly Fragment[], budget: Budget): Fragment[] {
    return cutEach(fragments, (text) => this.cut(text, budget));
  }

  private *cut(text: Aligned, budget: Budget): Generator<Fragment> {
    let at = 0;
    for (const { start, stop, rule } of this.alternatives.all(text.characters, budget)) {
      if (start > at) yield text.cut(at, start);
      if (stop > start && !this.rules[rule]!.isRemoved) yield text.cut(start, stop);
      at = stop;
    }
    if (at < text.characters.length) yield text.cut(at, text.characters.length);
  }
}
