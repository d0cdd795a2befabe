
/** What @id may be. */
public sealed interface @name permits @permitted {
    /** Return the value for a field of any kind in a record of the same tree. */
    Any any(Record tree);

    /** Return what a value is, or null if it is none of these. */
    static @name of(Any value) {
        @tests
        return null;
    }
    @records
}
