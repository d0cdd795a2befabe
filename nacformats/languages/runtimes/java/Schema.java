package @package;

import java.util.ArrayList;
import @package.machine.Model.Machine;
import @package.machine.Support.Bytes;
import @package.machine.Support.Failed;
import @package.machine.Support.Longs;

/** A format of files. */
public final class Schema {
    /** The name of the schema, and the suffix of its files. */
    public final String name, extension;

    private final Longs numbers;
    private final ArrayList<String> texts = new ArrayList<>();

    /** Make a schema of its tables. Args: sizes: of each text, how many characters it has. */
    public Schema(String name, String extension, String[] numbers, String[] sizes, String[] characters) {
        this.name = name;
        this.extension = extension;
        this.numbers = Longs.of(numbers);
        String joined = String.join("", characters);
        Longs counts = Longs.of(sizes);
        int start = 0;
        for (int k = 0; k < counts.size; k++) {
            texts.add(joined.substring(start, start + (int) counts.data[k]));
            start += (int) counts.data[k];
        }
    }

    Machine machine() {
        Machine made = new Machine();
        @load_schema_in(made, numbers, texts);
        return made;
    }

    /** Read a file. */
    public Record read(byte[] data) throws FormatException {
        return read(data, false);
    }

    /** Read a file whose lists become columns where they can. */
    public Record readColumns(byte[] data) throws FormatException {
        return read(data, true);
    }

    private Record read(byte[] data, boolean wantsColumns) throws FormatException {
        Machine m = machine();
        m.wantsColumns = wantsColumns;
        @begin_file_in(m, new Bytes(data));
        perform(m, () -> @read_file_in(m));
        return new Record(m, 0);
    }

    /** Return an empty tree. */
    public Record create() {
        Machine m = machine();
        return new Record(m, @new_tree_in(m));
    }

    /** Read a file, write it back, and return a line of JSON: ["ok", TREE, BACK] or ["no", PATH, OFFSET, MESSAGE]. */
    public String answer(byte[] data) {
        try {
            return @answer_in(machine(), new Bytes(data));
        } catch (Failed failed) {
            return "[\"no\", \"\", 0, \"too large for memory\"]";
        }
    }

    /** Return a file as JSON. */
    public String dump(byte[] data) throws FormatException {
        Record root = read(data);
        root.askAll();
        return root.json();
    }

    static void perform(Machine m, Runnable work) throws FormatException {
        try {
            work.run();
        } catch (Failed failed) {
            throw new FormatException(m.errorPath, m.errorOffset, m.errorMessage);
        } catch (StackOverflowError | OutOfMemoryError error) {
            throw new FormatException("", 0, "too large for the memory of this thread");
        }
    }
}
