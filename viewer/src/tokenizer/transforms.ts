/** The steps that change text, with the source of each character. */
import { TokenizerError, type Budget } from "./errors.js";
import { property } from "./expressions.js";
import { Aligned, repeated, type Fragment, type Stage } from "./text.js";

/** Characters, and for each of them the one of the text before that it comes from. */
type Changed = readonly [characters: readonly string[], sources: readonly number[]];

/** What a change accounts for: characters that it adds, and work. */
interface Account {
  grow(characters: number): void;
  spend(units: number): void;
}

/** A step that changes every open fragment. */
export class Transform implements Stage {
  /**
   * @param change called with the characters of a fragment; undefined if it stays as it is.
   * @param effort units of work for a character.
   */
  constructor(
    private readonly path: string,
    private readonly change: (characters: readonly string[], account: Account) => Changed | undefined,
    private readonly effort = 2,
  ) {}

  run(fragments: readonly Fragment[], budget: Budget): Fragment[] {
    const account: Account = {
      grow: (characters) => budget.grow(characters, this.path),
      spend: (units) => budget.spend(units, this.path),
    };
    return fragments.flatMap<Fragment>((each) => {
      if (!(each instanceof Aligned)) return [each];
      account.spend(this.effort * each.characters.length);
      const changed = this.change(each.characters, account);
      if (changed === undefined) return [each];
      return changed[0].length ? [each.remade(...changed)] : [];
    });
  }
}

/** Units of work to change a character alone. */
const CHANGING = 8;

/** Change each character alone. */
function byCharacter(path: string, change: (character: string) => readonly string[]): Transform {
  return new Transform(path, (characters, account) => {
    const parts = characters.map((character) => {
      const changed = change(character);
      account.grow(changed.length - 1);
      return changed;
    });
    return [parts.flat(), repeated(parts.map((part) => part.length))];
  }, CHANGING);
}

/** Lower case, character by character, so that a sigma at the end of a word is like any other. */
export function lowercase(path: string): Transform {
  return byCharacter(path, (character) => (character === "Σ" ? ["σ"] : [...character.toLowerCase()]));
}

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"];
/** Units of work to normalize a character. */
const NORMALIZING = 16;
/** Characters that are put in order where they follow one another: each is moved past those before it. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;
/** Characters that one is moved past by a unit of work. */
const PASSED = 32;

/** A normalization form, by the tables of this machine's Unicode; characters that it does not know stay. */
export function normalize(path: string, form: string): Transform {
  if (!FORMS.includes(form)) throw new TokenizerError(`${JSON.stringify(form)} is no form of Unicode`, path);
  const decomposed = form.includes("K") ? "NFKD" : "NFD";
  const partsOf = (characters: readonly string[]): number[] =>
    characters.map((each) => (each < "\x80" ? 1 : [...each.normalize(decomposed)].length));
  const change = (characters: readonly string[], account: Account): Changed | undefined => {
    const before = characters.join("");
    for (const [marks] of before.matchAll(MARKS)) account.spend(marks.length ** 2 / PASSED);
    const after = before.normalize(form);
    if (after === before) return undefined;
    // Both are the same when they are decomposed, but for the order; each character is some parts of that.
    const parts = repeated(partsOf(characters));
    const changed = [...after];
    account.grow(changed.length - characters.length);
    let at = 0;
    const sources = partsOf(changed).map((count) => {
      const source = parts[Math.min(at, parts.length - 1)]!;
      at += count;
      return source;
    });
    return [changed, sources];
  };
  return new Transform(path, change, NORMALIZING);
}

/** One text for another. */
export function replace(path: string, pattern: string, value: string): Transform {
  if (!pattern) throw new TokenizerError("a text to be replaced must not be empty", path);
  const [sought, given] = [[...pattern], [...value]];
  return new Transform(path, (characters, account) => {
    const [changed, sources]: [string[], number[]] = [[], []];
    for (let at = 0; at < characters.length; ) {
      let alike = 0;
      while (alike < sought.length && characters[at + alike] === sought[alike]) alike += 1;
      account.spend(alike);
      if (alike === sought.length) {
        account.grow(given.length - sought.length);
        account.spend(given.length);
        at += sought.length;
        for (const each of given) {
          changed.push(each);
          sources.push(at - 1); // the last character of what was found
        }
      } else {
        changed.push(characters[at]!);
        sources.push(at);
        at += 1;
      }
    }
    return [changed, sources];
  });
}

/** Drop the characters of some categories; names that are none drop nothing. */
export function filterCategory(path: string, names: readonly string[]): Transform {
  const tests = [...new Set(names)].filter((name) => /^[A-Z][a-z]$/.test(name)).flatMap((name) => property(name) ?? []);
  return byCharacter(path, (character) => (tests.some((test) => test(character)) ? [] : [character]));
}

/** Put a text in front, unless it is there. */
export function prepend(path: string, value: string): Transform {
  const front = [...value];
  return new Transform(path, (characters, account) => {
    if (front.every((each, at) => characters[at] === each)) return undefined;
    account.grow(front.length);
    return [[...front, ...characters], [...front.map(() => 0), ...characters.keys()]];
  });
}

const encoder = new TextEncoder();

/** By byte, the character that stands for it: printable ones of Latin-1 are themselves, the others follow from 256 on. */
const BYTE_CHARACTERS = byteCharacters();

function byteCharacters(): readonly string[] {
  const isPrintable = (byte: number): boolean =>
    (byte >= 33 && byte < 127) || (byte >= 161 && byte < 173) || (byte >= 174 && byte < 256);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++));
}

/** A printable character for each byte of the UTF-8 form. */
export function byteEncode(path: string): Transform {
  return byCharacter(path, (character) => [...encoder.encode(character)].map((byte) => BYTE_CHARACTERS[byte]!));
}
