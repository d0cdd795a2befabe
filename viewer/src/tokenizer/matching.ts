/** Matching with a bound of work: a backtracking matcher, which tries what the libraries try, in their order. */
import { Budget, TokenizerError } from "./errors.js";
import { parsed, widthOf, type Node } from "./expressions.js";

/** Goes on after a part has matched up to a character; returns where the whole ends, or -1. */
type Then = (at: number) => number;
type Matcher = (search: Search, at: number, then: Then) => number;

/** Calls inside of each other: the stack of a worker is small. */
const MAX_DEPTH = 2000;

class Search {
  depth = 0;

  constructor(
    readonly text: readonly string[],
    private readonly budget: Budget,
    private readonly path: string,
  ) {}

  spend(): void {
    this.budget.spend(1, this.path);
  }

  /** Call one level deeper. Throws TokenizerError when there are too many. */
  deeper(call: () => number): number {
    if (this.depth === MAX_DEPTH) throw new TokenizerError("a regular expression needs too much memory", this.path);
    this.depth += 1;
    const found = call();
    this.depth -= 1;
    return found;
  }
}

export interface Match {
  readonly start: number;
  readonly stop: number;
  /** The rule that matched. */
  readonly rule: number;
}

/** Several regular expressions as one: of those that match at a place, the first one wins. */
export class Alternatives {
  private readonly matchers: readonly Matcher[];
  private readonly path: string;

  /** Throws TokenizerError for a pattern that cannot be run. */
  constructor(rules: readonly { readonly pattern: string; readonly path: string }[]) {
    this.matchers = rules.map((rule) => compiled(parsed(rule.pattern, rule.path)));
    this.path = rules[0]?.path ?? "";
  }

  /** Return the first match that begins at a character or after it; an empty one only where that is allowed. */
  find(text: readonly string[], from: number, budget: Budget, allowsEmptyAt: (at: number) => boolean): Match | undefined {
    try {
      return this.findWith(new Search(text, budget, this.path), from, allowsEmptyAt);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new TokenizerError("a regular expression needs too much memory", this.path); // the stack is full
    }
  }

  private findWith(search: Search, from: number, allowsEmptyAt: (at: number) => boolean): Match | undefined {
    for (let start = from; start <= search.text.length; start++) {
      const allowsEmpty = allowsEmptyAt(start);
      for (let rule = 0; rule < this.matchers.length; rule++) {
        search.spend();
        const stop = this.matchers[rule]!(search, start, (at) => (at > start || allowsEmpty ? at : -1));
        if (stop >= 0) return { start, stop, rule };
      }
    }
    return undefined;
  }

  /** Yield all matches from left to right. After an empty match, one that is not empty may begin at the same place. */
  *all(text: readonly string[], budget: Budget): Generator<Match> {
    let from = 0;
    let barred = -1;
    for (;;) {
      const match = this.find(text, from, budget, (at) => at !== barred);
      if (match === undefined) return;
      yield match;
      from = match.stop;
      barred = match.stop === match.start ? match.stop : -1;
    }
  }
}

function compiled(node: Node): Matcher {
  switch (node.kind) {
    case "character":
      return (search, at, then) => {
        search.spend();
        return at < search.text.length && node.test(search.text[at]!) ? then(at + 1) : -1;
      };
    case "place":
      return (search, at, then) => (node.holds(search.text, at) ? then(at) : -1);
    case "sequence":
      return node.parts.map(compiled).reduceRight<Matcher>(
        (rest, part) => (search, at, then) => part(search, at, (next) => rest(search, next, then)),
        (_, at, then) => then(at),
      );
    case "choice":
      return choice(node.parts.map(compiled));
    case "atomic":
      return atomic(compiled(node.part));
    case "look":
      return node.behind ? behind(node.part, node.negative) : ahead(compiled(node.part), node.negative);
    case "repeat": {
      const repeat = node.part.kind === "character" ? repeatedCharacter(node, node.part.test) : repeatedGroup(node);
      return node.mode === "possessive" ? atomic(repeat) : repeat;
    }
  }
}

function choice(parts: readonly Matcher[]): Matcher {
  return (search, at, then) => {
    for (const part of parts) {
      search.spend();
      const found = part(search, at, then);
      if (found >= 0) return found;
    }
    return -1;
  };
}

const itself: Then = (at) => at;

function atomic(part: Matcher): Matcher {
  return (search, at, then) => {
    const stop = part(search, at, itself);
    return stop < 0 ? -1 : then(stop);
  };
}

function ahead(part: Matcher, negative: boolean): Matcher {
  return (search, at, then) => (part(search, at, itself) < 0 === negative ? then(at) : -1);
}

function behind(node: Node, negative: boolean): Matcher {
  const part = compiled(node);
  const [least, most] = widthOf(node);
  return (search, at, then) => {
    let holds = false;
    for (let start = at - least; !holds && start >= Math.max(0, at - most); start--) {
      search.spend();
      holds = part(search, start, (stop) => (stop === at ? stop : -1)) >= 0;
    }
    return holds === negative ? -1 : then(at);
  };
}

type Repeat = Extract<Node, { kind: "repeat" }>;

function repeatedCharacter({ least, most, mode }: Repeat, test: (character: string) => boolean): Matcher {
  return (search, at, then) => {
    const last = Math.min(search.text.length, at + (mode === "lazy" ? least : most));
    let stop = at;
    while (stop < last && test(search.text[stop]!)) {
      search.spend();
      stop += 1;
    }
    if (stop - at < least) return -1;
    if (mode === "lazy") return lazily(search, stop, at + most, test, then);
    for (; stop >= at + least; stop--) {
      search.spend();
      const found = then(stop);
      if (found >= 0) return found;
    }
    return -1;
  };
}

function lazily(search: Search, from: number, last: number, test: (character: string) => boolean, then: Then): number {
  for (let stop = from; ; stop++) {
    search.spend();
    const found = then(stop);
    if (found >= 0) return found;
    if (stop >= last || stop >= search.text.length || !test(search.text[stop]!)) return -1;
  }
}

function repeatedGroup({ part, least, most, mode }: Repeat): Matcher {
  const once = compiled(part);
  const from = (count: number, search: Search, at: number, then: Then): number => {
    search.spend();
    const more = (): number =>
      count < most ? search.deeper(() => once(search, at, (next) => from(count + 1, search, next, then))) : -1;
    if (count < least) return more();
    if (mode !== "lazy") {
      const found = more();
      return found >= 0 ? found : then(at);
    }
    const found = then(at);
    return found >= 0 ? found : more();
  };
  return (search, at, then) => from(0, search, at, then);
}
