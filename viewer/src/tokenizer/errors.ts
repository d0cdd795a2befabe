/** Why a manifest is not run, or a text is not encoded. */
export class TokenizerError extends Error {
  /**
   * @param reason what is wrong.
   * @param path the step or the resource that is to blame, such as "steps[1].operands.rules[0]", or "".
   */
  constructor(
    readonly reason: string,
    readonly path = "",
  ) {
    super(path ? `${path}: ${reason}` : reason);
    this.name = "TokenizerError";
  }
}

/** Characters of a text: it is typed, and colours are shown for it. */
export const MAX_TEXT = 65_536;
/** Characters that the steps may add to a text. */
const MAX_GROWTH = 1_048_576;
/** Units of work for a text: a character that is compared, a pair that is looked up. */
const MAX_WORK = 20_000_000;

/** The bounds of one call. */
export class Budget {
  private work = MAX_WORK;
  private room = MAX_GROWTH;

  /** Account for work. Throws TokenizerError when there was too much. */
  spend(units: number, path: string): void {
    this.work -= units;
    if (this.work < 0) throw new TokenizerError("this takes too long for so long a text", path);
  }

  /** Account for characters that a step adds. Throws TokenizerError when the text gets too long. */
  grow(characters: number, path: string): void {
    this.room -= Math.max(0, characters);
    if (this.room < 0) throw new TokenizerError("this step makes the text too long", path);
  }
}
