/** Elements of tensors as numbers, by the names that NumPy and ml_dtypes give to their types. */

/** How elements become numbers. */
export interface Decoder {
  readonly size: number;
  /** Return the numbers that bytes are; there are whole elements. */
  decode(bytes: Uint8Array): ArrayLike<number>;
}

/** Return a copy of bytes that begins where any number may. */
const aligned = (bytes: Uint8Array) => bytes.slice().buffer;

function tabled(size: 1 | 2, number: (bits: number) => number): Decoder {
  let table: Float64Array | undefined;
  return {
    size,
    decode(bytes) {
      const known = (table ??= Float64Array.from({ length: 1 << (8 * size) }, (_, bits) => number(bits)));
      const read = size === 1 ? bytes : new Uint16Array(aligned(bytes));
      return Float64Array.from(read, (bits) => known[bits]!);
    },
  };
}

/** Return a number of a sign, an exponent and a fraction; `special` says what those with the largest exponent are. */
function real(bits: number, exponents: number, fractions: number, bias: number, special: "ieee" | "fn" | "fnuz"): number {
  const top = 2 ** exponents - 1;
  const sign = bits >> (exponents + fractions) ? -1 : 1;
  const exponent = (bits >> fractions) & top;
  const fraction = (bits & (2 ** fractions - 1)) / 2 ** fractions;
  if (special === "ieee" && exponent === top) {
    return fraction === 0 ? sign * Infinity : NaN;
  }
  if (special === "fn" && exponent === top && fraction === 1 - 2 ** -fractions) {
    return NaN;
  }
  if (special === "fnuz" && sign < 0 && exponent === 0 && fraction === 0) {
    return NaN;
  }
  return sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
}

function wide(isSigned: boolean): Decoder {
  return {
    size: 8,
    decode(bytes) {
      const halves = new Uint32Array(aligned(bytes));
      const upper = isSigned ? new Int32Array(halves.buffer) : halves;
      return Float64Array.from({ length: halves.length / 2 }, (_, k) => upper[2 * k + 1]! * 2 ** 32 + halves[2 * k]!);
    },
  };
}

const bfloat16 = new DataView(new ArrayBuffer(4));

/** By dtype. Numbers are little-endian, as the processors are that browsers run on. */
const DECODERS = new Map<string, Decoder>(Object.entries({
  bool: { size: 1, decode: (bytes) => bytes },
  uint8: { size: 1, decode: (bytes) => bytes },
  int8: { size: 1, decode: (bytes) => new Int8Array(aligned(bytes)) },
  uint16: { size: 2, decode: (bytes) => new Uint16Array(aligned(bytes)) },
  int16: { size: 2, decode: (bytes) => new Int16Array(aligned(bytes)) },
  uint32: { size: 4, decode: (bytes) => new Uint32Array(aligned(bytes)) },
  int32: { size: 4, decode: (bytes) => new Int32Array(aligned(bytes)) },
  uint64: wide(false),
  int64: wide(true),
  float32: { size: 4, decode: (bytes) => new Float32Array(aligned(bytes)) },
  float64: { size: 8, decode: (bytes) => new Float64Array(aligned(bytes)) },
  float16: tabled(2, (bits) => real(bits, 5, 10, 15, "ieee")),
  bfloat16: tabled(2, (bits) => (bfloat16.setUint16(0, bits), bfloat16.getFloat32(0))),
  float8_e4m3fn: tabled(1, (bits) => real(bits, 4, 3, 7, "fn")),
  float8_e4m3fnuz: tabled(1, (bits) => real(bits, 4, 3, 8, "fnuz")),
  float8_e5m2: tabled(1, (bits) => real(bits, 5, 2, 15, "ieee")),
  float8_e5m2fnuz: tabled(1, (bits) => real(bits, 5, 2, 16, "fnuz")),
  float8_e8m0fnu: tabled(1, (bits) => (bits === 255 ? NaN : 2 ** (bits - 127))),
}));

/** Return what decodes elements of a dtype; nothing for types that are no plain numbers. */
export function decoderOf(dtype: string): Decoder | undefined {
  return DECODERS.get(dtype);
}
