
/** Makes a record @name. */
public static final class Builder {
    private final @name made;

    private Builder(@name made) {
        this.made = made;
    }
    @setters

    /** Return the record. */
    public @name build() {
        return made;
    }
}
