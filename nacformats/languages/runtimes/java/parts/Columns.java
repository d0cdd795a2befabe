
/** Return the columns of @id; null if the file was not read with them. */
public @kind @method() {
    Columns columns = columns(@slot);
    return columns == null ? null : new @kind(columns);
}

/** The columns of @id. */
public static final class @kind extends Columns {
    private @kind(Columns columns) {
        super(columns);
    }
    @columns
}
