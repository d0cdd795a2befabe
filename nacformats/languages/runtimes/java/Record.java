package @package;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import @package.machine.Model;
import @package.machine.Model.Machine;
import @package.machine.Model.Value;
import @package.machine.Support.Bytes;

/** A record of a tree. A tree is for one thread at a time. */
public class Record {
    /** What half of a pair of surrogates becomes: a byte that writing refuses. */
    private static final byte[] NO_TEXT = {-1};

    final Machine tree;
    final long node;

    Record(Machine tree, long node) {
        this.tree = tree;
        this.node = node;
    }

    /** Make another object of a record. */
    protected Record(Record other) {
        this(other.tree, other.node);
    }

    /** Return a new record of the same tree. */
    public final Record create(long type) {
        return new Record(tree, @new_record_in(tree, type));
    }

    protected final Any get(long slot) {
        return new Any(tree, @slot_value_in(tree, node, slot));
    }

    /** Return a member; an instance is read, or computed, the first time. */
    protected final Any ask(long slot) throws FormatException {
        Value[] found = new Value[1];
        Schema.perform(tree, () -> found[0] = @ask_slot_in(tree, node, slot));
        return new Any(tree, found[0]);
    }

    /** Return the columns of a list; null if it was not read as such. */
    protected final Columns columns(long slot) {
        try {
            long table = @table_of_value_in(tree, ask(slot).value);
            return table == Model.NONE ? null : new Columns(tree.tables.get((int) table));
        } catch (FormatException error) {
            return null;
        }
    }

    /** Read all instances that have a position, of the record and of those in it. */
    public final void askAll() throws FormatException {
        Schema.perform(tree, () -> @ask_all_in(tree, node));
    }

    protected final void set(long slot, Any value) {
        @set_slot_in(tree, node, slot, kept(@slot_value_in(tree, node, slot), value));
    }

    protected final <T> void set(long slot, List<T> elements, Function<T, Any> made) {
        Value given = @slot_value_in(tree, node, slot);
        ArrayList<Value> values = new ArrayList<>();
        for (T each : elements) {
            boolean isKnown = values.size() < @count_of_value_in(tree, given);
            Value known = isKnown ? @element_of_value_in(tree, given, values.size()) : given;
            values.add(kept(known, made.apply(each)));
        }
        @set_list_in(tree, node, slot, values);
    }

    /** Take a field away: it is absent, or follows from the rest. */
    protected final void clear(long slot) {
        @set_slot_in(tree, node, slot, @nothing_in());
    }

    /** Return a value that is set; a NaN that was there before keeps its bits. */
    private Value kept(Value given, Any made) {
        if (made.tree != tree) {
            throw new IllegalArgumentException("the value belongs to another tree");
        }
        return isNan(given) && isNan(made.value) ? given : made.value;
    }

    private static boolean isNan(Value value) {
        return value.kind == Model.REAL && Double.isNaN(@real_of_value_in(value));
    }

    /** Return a number as a value, for a field of any kind in a record of the same tree. */
    public final Any unsigned(long number) {
        return new Any(tree, @of_uint_in(number));
    }

    /** Return a number that may be below 0 as such a value. */
    public final Any signed(long number) {
        return new Any(tree, @of_signed_in(number));
    }

    /** Return a float as such a value. */
    public final Any real(double number) {
        return new Any(tree, @of_real_in(number));
    }

    /** Return a float of four bytes as such a value. */
    public final Any floating(float number) {
        return new Any(tree, @of_float_in(Float.floatToRawIntBits(number) & 0xffffffffL, 4));
    }

    /** Return a truth as such a value. */
    public final Any truth(boolean truth) {
        return new Any(tree, @of_bool_in(truth));
    }

    /** Return a number of variable length as such a value. */
    public final Any varint(long number, boolean isSigned) {
        return new Any(tree, @of_varint_in(number, 0, isSigned));
    }

    /** Return a text as such a value. */
    public final Any text(String text) {
        boolean isText = StandardCharsets.UTF_8.newEncoder().canEncode(text);
        byte[] data = isText ? text.getBytes(StandardCharsets.UTF_8) : NO_TEXT;
        return new Any(tree, @keep_text_in(tree, new Bytes(data)));
    }

    /** Return bytes as such a value. */
    public final Any bytes(byte[] data) {
        return new Any(tree, @keep_bytes_in(tree, new Bytes(data)));
    }

    /** Return the record as a value. */
    public final Any any() {
        return new Any(tree, @of_record_in(node));
    }

    /** Return the record as a value; it belongs to a tree already. */
    public final Any any(Record tree) {
        return any();
    }

    /** Return the bytes of the tree; counts, lengths, offsets and checksums follow from it. */
    public final byte[] write() throws FormatException {
        Schema.perform(tree, () -> @write_file_in(tree));
        return tree.written.copy();
    }

    /** Return the record as JSON. */
    public final String json() throws FormatException {
        Bytes text = new Bytes();
        Schema.perform(tree, () -> @put_json_in(tree, text, node, true));
        return new String(text.data, 0, text.size, StandardCharsets.UTF_8) + "\n";
    }
}
