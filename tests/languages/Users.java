import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import nacformats.FormatException;
import nacformats.Mic2;
import nacformats.Micb;
import nacformats.Nac;
import nacformats.Record;
import nacformats.Schema;
import nacformats.Stb;

/** What users of the Java package do: Users REPOSITORY. Prints a line for each thing that is wrong. */
public final class Users {
    private static void expect(String what, Object found, Object wanted) {
        if (!Objects.deepEquals(found, wanted)) {
            System.out.println(what + ": " + found + ", expected " + wanted);
        }
    }

    private interface Work {
        String run() throws FormatException;
    }

    private static String outcome(Work work) {
        try {
            return work.run();
        } catch (FormatException error) {
            return error.path() + " " + error.offset() + " " + error.getMessage();
        }
    }

    /** Files that are read as columns where they can be have the trees that those have which are read plainly. */
    private static void vectors(Path root) throws Exception {
        for (Schema schema : List.of(Mic2.SCHEMA, Micb.SCHEMA, Nac.SCHEMA, Stb.SCHEMA)) {
            Path folder = root.resolve("conformance").resolve(schema.name);
            try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, "*." + schema.extension)) {
                for (Path path : paths) {
                    byte[] data = Files.readAllBytes(path);
                    String shown = outcome(() -> {
                        Record tree = schema.readColumns(data);
                        tree.askAll();
                        return tree.json();
                    });
                    expect(path.toString(), shown, outcome(() -> schema.dump(data)));
                }
            }
        }
    }

    private static void changes(Path root) throws Exception {
        byte[] data = Files.readAllBytes(root.resolve("examples/weights.stb"));
        Stb tree = Stb.read(data);
        expect("bytes", tree.write(), data);
        List<Stb.TensorDescriptor> tensors = new ArrayList<>(tree.tensors().subList(0, 1));
        tensors.add(Stb.TensorDescriptor.builder(tree)
            .tensorId(9)
            .dtype(Stb.Dtype.FLOAT32)
            .layout(tensors.get(0).layout())
            .rank(2)
            .dims(List.of(2L, 3L, 0L))
            .body(new byte[24])
            .build());
        tree.setTensors(tensors);
        Stb again = Stb.read(tree.write());
        Stb.TensorDescriptor last = again.tensors().get(1);
        expect("count", List.of(again.numTensors(), again.tensors().size()), List.of(2, 2));
        expect("made", List.of(last.rank(), last.dims(), last.lenBody()), List.of(2, List.of(2L, 3L, 0L), 24L));
        String refused = outcome(() -> Stb.read(Arrays.copyOf(data, 20)).json());
        expect("refused", refused.startsWith("ofs_data 16 ofs_data (byte 16): "), true);
        expect("an empty tree", outcome(() -> "" + Stb.create().write().length).contains(": "), true);
    }

    private static void columns(Path root) throws Exception {
        Micb tree = Micb.readColumns(Files.readAllBytes(root.resolve("examples/residual.micb")));
        Micb.ValuesColumns found = tree.valuesColumns();
        byte[] tags = new byte[tree.values().size()];
        for (int k = 0; k < tags.length; k++) {
            tags[k] = (byte) tree.values().get(k).tag().number();
        }
        expect("columns", new Object[] {found.count(), found.tag()}, new Object[] {tags.length, tags});
    }

    public static void main(String[] words) throws Exception {
        Path root = Path.of(words[0]);
        vectors(root);
        changes(root);
        columns(root);
        System.out.println("done");
    }
}
