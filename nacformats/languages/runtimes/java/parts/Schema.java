/** Reads and writes the files. */
public static final Schema SCHEMA =
        new Schema(@name, @extension,
        new String[] {
            @numbers
        },
        new String[] {
            @sizes
        },
        new String[] {
            @texts
        });
