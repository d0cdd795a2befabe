package @package.machine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Consumer;
import @package.machine.Model.Machine;

/** What the machine needs of Java. */
public final class Support {
    private Support() {}

    /** Reading or writing has failed; the machine knows why. */
    public static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Failed() {
            super(null, null, false, false);
        }
    }

    /** Bytes that can grow. */
    public static final class Bytes {
        public byte[] data;
        public int size;

        public Bytes() {
            data = new byte[0];
        }

        public Bytes(long count) {
            this(new byte[(int) count]);
        }

        public Bytes(byte[] data) {
            this.data = data;
            size = data.length;
        }

        public void add(long number) {
            if (size == data.length) {
                data = Arrays.copyOf(data, 2 * size + 16);
            }
            data[size++] = (byte) number;
        }

        public void add(byte[] other, long start, long count) {
            int wanted = Math.addExact(size, (int) count);
            if (wanted > data.length) {
                data = Arrays.copyOf(data, Math.max(wanted, (int) Math.min(2L * size, Integer.MAX_VALUE - 8)));
            }
            System.arraycopy(other, (int) start, data, size, (int) count);
            size = wanted;
        }

        /** Return an array of all, which is not to be changed. */
        public byte[] exact() {
            if (size != data.length) {
                data = Arrays.copyOf(data, size);
            }
            return data;
        }

        public long pop() {
            return data[--size] & 0xffL;
        }

        public void clear() {
            data = new byte[0];
            size = 0;
        }

        public byte[] copy() {
            return Arrays.copyOf(data, size);
        }
    }

    /** Numbers of two bytes. */
    public static final class Shorts {
        public short[] data;
        public int size;

        public Shorts(long count) {
            data = new short[(int) count];
            size = data.length;
        }

        public void add(long number) {
            if (size == data.length) {
                data = Arrays.copyOf(data, 2 * size + 16);
            }
            data[size++] = (short) number;
        }

        /** Return an array of all, which is not to be changed. */
        public short[] exact() {
            if (size != data.length) {
                data = Arrays.copyOf(data, size);
            }
            return data;
        }

        public long pop() {
            return data[--size] & 0xffffL;
        }

        public void clear() {
            size = 0;
        }
    }

    /** Numbers of four bytes. */
    public static final class Ints {
        public int[] data;
        public int size;

        public Ints(long count) {
            data = new int[(int) count];
            size = data.length;
        }

        public void add(long number) {
            if (size == data.length) {
                data = Arrays.copyOf(data, 2 * size + 16);
            }
            data[size++] = (int) number;
        }

        /** Return an array of all, which is not to be changed. */
        public int[] exact() {
            if (size != data.length) {
                data = Arrays.copyOf(data, size);
            }
            return data;
        }

        public long pop() {
            return data[--size] & 0xffffffffL;
        }

        public void clear() {
            size = 0;
        }
    }

    /** Numbers of eight bytes. */
    public static final class Longs {
        public long[] data;
        public int size;

        public Longs() {
            data = new long[0];
        }

        public Longs(long count) {
            data = new long[(int) count];
            size = data.length;
        }

        /** Return numbers that are written one after another; the text of each ends with a comma. */
        public static Longs of(String... lines) {
            Longs made = new Longs();
            for (String line : lines) {
                for (String number : line.split(",")) {
                    made.add(Long.parseLong(number));
                }
            }
            return made;
        }

        public void add(long number) {
            if (size == data.length) {
                data = Arrays.copyOf(data, 2 * size + 16);
            }
            data[size++] = number;
        }

        /** Return an array of all, which is not to be changed. */
        public long[] exact() {
            if (size != data.length) {
                data = Arrays.copyOf(data, size);
            }
            return data;
        }

        public long pop() {
            return data[--size];
        }

        public void clear() {
            size = 0;
        }
    }

    public static boolean succeeds(Machine m, Consumer<Machine> function) {
        try {
            function.accept(m);
            return true;
        } catch (Failed failed) {
            return false;
        }
    }

    public static <T> T pop(ArrayList<T> list) {
        return list.remove(list.size() - 1);
    }

    public static long shiftLeft(long number, long by) {
        return by > 63 ? 0 : number << by;
    }

    public static long shiftRight(long number, long by) {
        return by > 63 ? 0 : number >>> by;
    }

    public static long intOf(long number) {
        return number < 0 || number >= 1L << 53 ? (1L << 53) - 1 : number;
    }

    public static long numberAt(Longs numbers, long index) {
        return numbers.data[(int) index];
    }

    public static void setHalves(Longs numbers, long index, long low, long high) {
        numbers.data[(int) index] = low | high << 32;
    }

    public static void addHalves(Longs numbers, long low, long high) {
        numbers.add(low | high << 32);
    }

    public static long bitsOfReal(double real, long width) {
        return width == 8 ? Double.doubleToRawLongBits(real) : Float.floatToRawIntBits((float) real) & 0xffffffffL;
    }

    public static double realOfBits(long bits, long width) {
        return width == 8 ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
    }

    public static double realOf(long number) {
        return number >= 0 ? number : 2.0 * (number >>> 1 | number & 1);
    }

    public static long truncated(double real) {
        if (real < 0x1p63) {
            return (long) real;
        }
        return real < 0x1p64 ? (long) (real - 0x1p63) + Long.MIN_VALUE : real != real ? 0 : -1L;
    }

    public static String textOfInt(long number) {
        return Long.toString(number);
    }

    public static String textOfBytes(Bytes data, long start, long end) {
        return new String(data.data, (int) start, (int) (end - start), StandardCharsets.UTF_8);
    }

    public static void putText(Bytes to, String text) {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        to.add(data, 0, data.length);
    }

    public static void putRange(Bytes to, Bytes data, long start, long end) {
        to.add(data.data, start, end - start);
    }

    public static void putFill(Bytes to, long count, long value) {
        byte[] filled = new byte[(int) count];
        Arrays.fill(filled, (byte) value);
        to.add(filled, 0, count);
    }

    public static void cut(Bytes data, long size) {
        data.size = (int) size;
    }
}
