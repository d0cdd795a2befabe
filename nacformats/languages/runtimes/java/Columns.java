package @package;

import @package.machine.Model.Column;
import @package.machine.Model.Table;

/** The numbers of a list, as arrays, which are not to be changed. */
public class Columns {
    private final Table table;

    Columns(Table table) {
        this.table = table;
    }

    protected Columns(Columns other) {
        this(other.table);
    }

    /** Return how many records the list has. */
    public final int count() {
        return (int) table.count;
    }

    /** Return where each record starts in the file, and where the last one ends. */
    public final int[] starts() {
        return table.starts.exact();
    }

    private Column column(int k) {
        return table.columns.get(k);
    }

    protected final byte[] numbers1(int k) {
        return column(k).u1.exact();
    }

    protected final short[] numbers2(int k) {
        return column(k).u2.exact();
    }

    protected final int[] numbers4(int k) {
        return column(k).u4.exact();
    }

    protected final long[] numbers8(int k) {
        return column(k).u8.exact();
    }

    protected final float[] reals4(int k) {
        int[] bits = numbers4(k);
        float[] made = new float[bits.length];
        for (int at = 0; at < bits.length; at++) {
            made[at] = Float.intBitsToFloat(bits[at]);
        }
        return made;
    }

    protected final double[] reals8(int k) {
        long[] bits = numbers8(k);
        double[] made = new double[bits.length];
        for (int at = 0; at < bits.length; at++) {
            made[at] = Double.longBitsToDouble(bits[at]);
        }
        return made;
    }
}
