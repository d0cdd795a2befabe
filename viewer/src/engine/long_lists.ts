/** Long lists of numbers, which are read when somebody asks for one: as values they take a hundred bytes each. */
import {
  FLOAT,
  type KindRow,
  type Machine,
  NONE,
  numberFrom,
  ofSigned,
  ofUint,
  REAL,
  signExtended,
  UINT,
  Value,
} from "nacformats/_machine.js";

/** Shorter lists are read as all others. */
export const LONG = 1 << 14;

/** Where the numbers of a list are. */
export interface Numbers {
  readonly buffer: number;
  readonly start: number;
  readonly count: number;
  readonly isBig: boolean;
}

/** Return numbers as an array of values. */
export function valuesOf(m: Machine, kind: KindRow, { buffer, start, count, isBig }: Numbers): Value[] {
  const { tag, width } = kind;
  const valueAt = (index: number) => {
    const bits = numberFrom(m, buffer, start + index * width, width, isBig);
    if (tag === FLOAT) {
      return new Value(REAL, false, bits, width, 0, 0, NONE);
    }
    return tag === UINT ? ofUint(bits) : ofSigned(signExtended(bits, width));
  };
  return new Proxy<Value[]>([], {
    get(target, key) {
      if (key === "length") {
        return count;
      }
      const index = typeof key === "string" ? Number(key) : NaN;
      return index >= 0 && index < count ? valueAt(index) : Reflect.get(target, key);
    },
  });
}
