package @package;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import @package.machine.Model;
import @package.machine.Model.Machine;
import @package.machine.Model.Value;

/** A value of any kind. */
public final class Any {
    final Machine tree;
    final Value value;

    Any(Machine tree, Value value) {
        this.tree = tree;
        this.value = value;
    }

    /** Return true if there is a value. */
    public boolean isThere() {
        return value.kind != Model.NOTHING;
    }

    /** What a value is. A record is one of a class: see "of" of each. */
    public enum Kind { NOTHING, INTEGER, BOOL, REAL, TEXT, BYTES, RECORD, LIST }

    private static final Map<Long, Kind> KINDS = Map.of(
        Model.INT, Kind.INTEGER, Model.VARINT, Kind.INTEGER, Model.BOOL, Kind.BOOL, Model.REAL, Kind.REAL,
        Model.TEXT, Kind.TEXT, Model.BYTES, Kind.BYTES, Model.RECORD, Kind.RECORD, Model.LIST, Kind.LIST);

    /** Return what it is. */
    public Kind kind() {
        return KINDS.getOrDefault(value.kind, Kind.NOTHING);
    }

    /**
     * Return a number without what is after its point; of what is no number, 0. One of 64 bits without a sign may be
     * below 0.
     */
    public long number() {
        return @integer_of_value_in(value);
    }

    /** Return true if a number is below 0, and not one of 64 bits without a sign. */
    public boolean isNegative() {
        return @is_below_zero_in(value);
    }

    /** Return a number as a float. */
    public double real() {
        return @real_of_value_in(value);
    }

    /** Return a number as a float of four bytes. */
    public float floating() {
        boolean isOne = value.kind == Model.REAL && value.a == 4;
        return isOne ? Float.intBitsToFloat((int) value.number) : (float) real();
    }

    /** Return a truth. */
    public boolean isTrue() {
        return number() != 0;
    }

    /** Return a text; null where there is none. */
    public String text() {
        return value.kind == Model.TEXT ? @text_of_value_in(tree, value) : null;
    }

    /** Return a copy of bytes; null where there are none. */
    public byte[] bytes() {
        return value.kind == Model.BYTES ? @copied_bytes_in(tree, value).copy() : null;
    }

    /** Return true if it is a record of a type. */
    public boolean isOf(long type) {
        return value.kind == Model.RECORD && @type_of_value_in(tree, value) == type;
    }

    /** Return a record; null where there is none. */
    public Record record() {
        return value.kind == Model.RECORD ? new Record(tree, value.a) : null;
    }

    /** Return a record as a class of its own; null where there is none. */
    public <T> T record(Function<Record, T> made) {
        return value.kind == Model.RECORD ? made.apply(record()) : null;
    }

    /** Return what a number means, which an enum says; null where there is none. */
    public <T> T choice(LongFunction<T> made) {
        return isThere() ? made.apply(number()) : null;
    }

    /** Return what a value is made into, or nothing if there is none. */
    public <T> Optional<T> optional(Function<Any, T> made) {
        return isThere() ? Optional.ofNullable(made.apply(this)) : Optional.empty();
    }

    /** Return the elements of a list, which is not to be changed. */
    public <T> List<T> list(Function<Any, T> made) {
        long count = @count_of_value_in(tree, value);
        List<T> elements = new ArrayList<>();
        for (long k = 0; k < count; k++) {
            elements.add(made.apply(new Any(tree, @element_of_value_in(tree, value, k))));
        }
        return Collections.unmodifiableList(elements);
    }
}
