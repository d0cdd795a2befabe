
/** Make a record that is known to be one of these. */
public @name(Record record) {
    super(record);
}

/** Return the record that a value is, or null if it is none of these. */
public static @name of(Any value) {
    return value.isOf(@type) ? new @name(value.record()) : null;
}
