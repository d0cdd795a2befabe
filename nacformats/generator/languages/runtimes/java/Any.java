package nacformats;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import nacformats.machine.Model;
import nacformats.machine.Model.Machine;
import nacformats.machine.Model.Value;
import nacformats.machine.Support;

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

    /** Return a number; one of 64 bits without a sign may be below 0. */
    public long number() {
        return @twos_complement_in(value);
    }

    /** Return a float. */
    public double real() {
        return value.kind == Model.REAL ? Support.realOfBits(value.number, value.a) : number();
    }

    /** Return a truth. */
    public boolean isTrue() {
        return value.number != 0;
    }

    /** Return a text; null where there is none. */
    public String text() {
        return value.kind == Model.TEXT ? @text_of_value_in(tree, value) : null;
    }

    /** Return a copy of bytes; null where there are none. */
    public byte[] bytes() {
        return value.kind == Model.BYTES ? @copied_bytes_in(tree, value).copy() : null;
    }

    /** Return a record; null where there is none. */
    public Record record() {
        return value.kind == Model.RECORD ? new Record(tree, value.a) : null;
    }

    /** Return a record as a class of its own; null where there is none. */
    public <T> T record(Function<Record, T> made) {
        return value.kind == Model.RECORD ? made.apply(record()) : null;
    }

    /** Return the elements of a list. */
    public <T> List<T> list(Function<Any, T> made) {
        long count = @count_of_value_in(tree, value);
        List<T> elements = new ArrayList<>();
        for (long k = 0; k < count; k++) {
            elements.add(made.apply(new Any(tree, @element_of_value_in(tree, value, k))));
        }
        return elements;
    }
}
