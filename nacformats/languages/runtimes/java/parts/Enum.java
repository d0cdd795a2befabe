
/** Numbers of @name; one without a name of its own is Unknown. */
public sealed interface @name {
    @constants

    /** Return the number. */
    long number();

    /** Return what a number is called. */
    static @name of(long number) {
        @name known = Known.BY_NUMBER.get(number);
        return known == null ? new Unknown(number) : known;
    }

    /** Numbers that have a name, for `switch`. */
    enum Known implements @name {
        @numbers
        ;

        private static final java.util.Map<Long, Known> BY_NUMBER = new java.util.HashMap<>();

        static {
            for (Known each : values()) {
                BY_NUMBER.put(each.number, each);
            }
        }

        private final long number;
        private final String id;

        Known(long number, String id) {
            this.number = number;
            this.id = id;
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    /** A number without a name. */
    record Unknown(long number) implements @name {
        @Override
        public String toString() {
            return Long.@shown(number);
        }
    }
}
