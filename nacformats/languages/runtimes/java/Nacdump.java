package @package;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints files as JSON: nacdump FILE, nacdump --schema NAME FILE, or nacdump --serve. */
public final class Nacdump {
    private static final Schema[] SCHEMAS = {@listed};
    /** Bytes of the stack: records are nested at most 400 times. */
    private static final long STACK = 64L << 20;

    private Nacdump() {}

    public static void main(String[] words) throws InterruptedException {
        int[] code = new int[1];
        Thread thread = new Thread(null, () -> code[0] = run(words), "nacdump", STACK);
        thread.start();
        thread.join();
        System.exit(code[0]);
    }

    private static int run(String[] words) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        boolean isNamed = words.length == 3 && words[0].equals("--schema");
        if (words.length != 1 && !isNamed) {
            System.err.println("usage: nacdump [--schema NAME] FILE, or nacdump --serve");
            return 2;
        }
        String path = words[words.length - 1];
        try {
            if (path.equals("--serve")) {
                serve(out);
            } else {
                out.print(dump(isNamed ? words[1] : "", path));
            }
            return 0;
        } catch (FormatException error) {
            System.err.println(path + ": " + error.getMessage());
            return 1;
        } catch (NoSuchFileException error) {
            System.err.println(path + ": there is no such file");
            return 2;
        } catch (IOException error) {
            System.err.println(path + ": " + error.getMessage());
            return 2;
        }
    }

    private static Schema schemaOf(String name, String path) {
        for (Schema each : SCHEMAS) {
            boolean hasSuffix = !each.extension.isEmpty() && path.endsWith("." + each.extension);
            if (each.name.equals(name) || (name.isEmpty() && hasSuffix)) {
                return each;
            }
        }
        return null;
    }

    private static String dump(String name, String path) throws IOException {
        Schema schema = schemaOf(name, path);
        if (schema == null) {
            String known = Stream.of(SCHEMAS).map(each -> each.name).collect(Collectors.joining(", "));
            throw new IOException("which schema? Say --schema NAME, one of " + known);
        }
        return schema.dump(Files.readAllBytes(Path.of(path)));
    }

    private static void serve(PrintStream out) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\t", 2);
            out.println(words.length < 2 ? "[\"error\", \"a line is SCHEMA, a tab, FILE\"]" : answer(words[0], words[1]));
        }
    }

    private static String answer(String name, String path) {
        Schema schema = schemaOf(name, path);
        if (schema == null) {
            return "[\"error\", \"there is no such schema\"]";
        }
        byte[] data;
        try {
            data = Files.readAllBytes(Path.of(path));
        } catch (IOException | InvalidPathException error) {
            return "[\"error\", \"the file cannot be read\"]";
        }
        return schema.answer(data);
    }
}
