/** Numbers of 64 bits, as halves. */
export class U8s extends U4s {
    constructor(count⟨: number⟩) { super(2 * count); }
    get count()⟨: number⟩ { return this.size / 2; }
    get(index⟨: number⟩)⟨: number⟩ {
        const high = this.data[2 * index + 1];
        return high < 2097152 ? high * 4294967296 + this.data[2 * index] : 9007199254740991;
    }
    set(index⟨: number⟩, number⟨: number⟩)⟨: void⟩ { setHalves(this, index, number, Math.floor(number / 4294967296)); }
    push(number⟨: number⟩)⟨: void⟩ { addHalves(this, number, Math.floor(number / 4294967296)); }
}
export function numberAt(numbers⟨: U8s⟩, index⟨: number⟩)⟨: bigint⟩ {
    return (BigInt(numbers.data[2 * index + 1]) << 32n) | BigInt(numbers.data[2 * index]);
}
export function setHalves(numbers⟨: U8s⟩, index⟨: number⟩, low⟨: number⟩, high⟨: number⟩)⟨: void⟩ {
    numbers.data[2 * index] = low;
    numbers.data[2 * index + 1] = high;
}
export function addHalves(numbers⟨: U8s⟩, low⟨: number⟩, high⟨: number⟩)⟨: void⟩ {
    numbers.reserve(2);
    numbers.size += 2;
    setHalves(numbers, numbers.count - 1, low, high);
}
/** Reading or writing has failed; the machine knows why. */
export class Failed { }
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const scratch = new DataView(new ArrayBuffer(8));
export function u64(number⟨: number⟩)⟨: bigint⟩ {
    return number < 0 ? BigInt.asUintN(64, BigInt(number)) : BigInt(number);
}
export function intOf(number⟨: bigint⟩)⟨: number⟩ {
    return number > 9007199254740991n ? 9007199254740991 : Number(number);
}
export function bitsOfReal(real⟨: number⟩, width⟨: number⟩)⟨: bigint⟩ {
    width === 8 ? scratch.setFloat64(0, real) : scratch.setFloat32(4, real);
    return width === 8 ? scratch.getBigUint64(0) : BigInt(scratch.getUint32(4));
}
export function realOfBits(bits⟨: bigint⟩, width⟨: number⟩)⟨: number⟩ {
    scratch.setBigUint64(0, bits);
    return width === 8 ? scratch.getFloat64(0) : scratch.getFloat32(4);
}
export function truncated(real⟨: number⟩)⟨: bigint⟩ {
    return Number.isNaN(real) ? 0n : real >= 2 ** 64 ? 0xffffffffffffffffn : BigInt(Math.trunc(real));
}
export function textOfBytes(data⟨: Bytes⟩, start⟨: number⟩, end⟨: number⟩)⟨: string⟩ {
    return decoder.decode(data.part(start, end));
}
export function putText(to⟨: Bytes⟩, text⟨: string⟩)⟨: void⟩ {
    to.reserve(3 * text.length);
    to.size += encoder.encodeInto(text, to.data.subarray(to.size)).written;
}
export function putRange(to⟨: Bytes⟩, data⟨: Bytes⟩, start⟨: number⟩, end⟨: number⟩)⟨: void⟩ {
    to.reserve(end - start);
    to.data.set(data.part(start, end), to.size);
    to.size += end - start;
}
export function putFill(to⟨: Bytes⟩, count⟨: number⟩, byte⟨: number⟩)⟨: void⟩ {
    to.reserve(count);
    to.data.fill(byte, to.size, to.size + count);
    to.size += count;
}
export function cut(data⟨: Bytes⟩, size⟨: number⟩)⟨: void⟩ { data.size = size; }
export function succeeds(run⟨: (m: Machine) => void⟩, m⟨: Machine⟩)⟨: boolean⟩ {
    try {
        run(m);
    } catch (error) {
        if (error instanceof Failed) {
            return false;
        }
        throw error;
    }
    return true;
}
