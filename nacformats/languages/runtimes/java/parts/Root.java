
/** Read a file. */
public static @name read(byte[] data) throws FormatException {
    return new @name(SCHEMA.read(data));
}

/** Read a file whose lists become columns where they can. */
public static @name readColumns(byte[] data) throws FormatException {
    return new @name(SCHEMA.readColumns(data));
}

/** Return a new tree, to be filled in. */
public static @name create() {
    return builder().build();
}

/** Begin a new tree: what is not given has its default, or follows from the rest. */
public static Builder builder() {
    return new Builder(new @name(SCHEMA.create()));
}
