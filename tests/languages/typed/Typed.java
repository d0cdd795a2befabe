import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.Consumer;
import java.util.function.Function;
import @package@.*;
import @package@.Record;

/** Calls every typed getter and setter of a file: see walking.py for what it prints. */
public final class Typed {
    interface Get<T> { T get() throws FormatException; }
    interface Visit<T> { void visit(Walk w, T record, String above); }

    static String hex(byte[] data) {
        StringBuilder text = new StringBuilder();
        for (byte each : data) {
            text.append(String.format("%02x", each));
        }
        return text.toString();
    }
    static byte[] unhex(String text) {
        byte[] data = new byte[text.length() / 2];
        for (int k = 0; k < data.length; k++) {
            data[k] = (byte) Integer.parseInt(text.substring(2 * k + 1, 2 * k + 3), 16);
        }
        return data;
    }
    static boolean isUnsigned(String kind) { return kind.equals("unsigned") || kind.equals("varint"); }

    static String show(Object value, String kind) {
        if (value == null) {
            return "";
        } else if (value instanceof Long number) {
            return isUnsigned(kind) ? Long.toUnsignedString(number) : Long.toString(number);
        } else if (value instanceof Float number) {
            return show((double) number, kind);
        } else if (value instanceof Double number) {
            return number.isNaN() ? "rnan" : String.format("r%016x", Double.doubleToRawLongBits(number));
        } else if (value instanceof String text) {
            return "t" + hex(text.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof byte[] data) {
            return "b" + hex(data);
        } else if (value instanceof Any any) {
            return showAny(any);
        } else if (value instanceof List<?> list) {
            return "[" + String.join(",", list.stream().map(each -> show(each, kind)).toList()) + "]";
        }
        return value instanceof Record ? "{}" : value.toString();
    }
    static String showAny(Any v) {
        switch (v.kind()) {
            case INTEGER: return show(v.number(), v.isNegative() ? "signed" : "unsigned");
            case BOOL: return show(v.isTrue(), "");
            case REAL: return show(v.real(), "");
            case TEXT: return show(v.text(), "");
            case BYTES: return show(v.bytes(), "");
            case RECORD: return "{}";
            case LIST: return show(v.list(each -> each), "");
            default: return "";
        }
    }
    /** Return the value of a text, of the class that a value of the member has. */
    @SuppressWarnings("unchecked")
    static <T> T parse(String text, T like, String kind, Record r) {
        Object made;
        if (like instanceof Integer) {
            made = Integer.parseInt(text);
        } else if (like instanceof Long) {
            made = isUnsigned(kind) ? Long.parseUnsignedLong(text) : Long.parseLong(text);
        } else if (like instanceof Any) {
            made = any(text, r);
        } else if (text.equals("true") || text.equals("false")) {
            made = text.equals("true");
        } else if (text.charAt(0) == 'r') {
            made = like instanceof Float ? (Object) (float) real(text) : (Object) real(text);
        } else {
            made = text.charAt(0) == 't' ? new String(unhex(text), StandardCharsets.UTF_8) : unhex(text);
        }
        return (T) made;
    }
    static double real(String text) {
        return text.equals("rnan") ? Double.NaN : Double.longBitsToDouble(Long.parseUnsignedLong(text.substring(1), 16));
    }
    static Any any(String text, Record r) {
        if (text.equals("true") || text.equals("false")) {
            return r.truth(text.equals("true"));
        }
        switch (text.charAt(0)) {
            case 'r': return r.real(real(text));
            case 't': return r.text(new String(unhex(text), StandardCharsets.UTF_8));
            case 'b': return r.bytes(unhex(text));
            case '-': return r.signed(Long.parseLong(text));
            default: return r.unsigned(Long.parseUnsignedLong(text));
        }
    }

    static final class Walk {
        Visit<Any> any;
        final List<String> lines = new ArrayList<>();
        String wanted, value, got = "";

        static <A, B> B map(A value, Function<A, B> made) { return value == null ? null : made.apply(value); }
        static <A, B> List<B> mapAll(List<A> values, Function<A, B> made) {
            return map(values, all -> all.stream().map(made).toList());
        }

        boolean isFull() { return wanted == null && lines.size() >= @most@; }

        <T> T seen(String path, char mark, Get<T> get, String kind) {
            try {
                T found = get.get();
                lines.add(path + mark + show(found, kind));
                return found;
            } catch (FormatException error) {
                lines.add(path + mark + "!" + error.path());
                return null;
            }
        }
        <T> String again(Get<T> get, String kind) {
            try {
                return show(get.get(), kind);
            } catch (FormatException error) {
                return "!" + error.path();
            }
        }
        void inner(Object value, String path) {
            if (value instanceof Any found && found.kind() == Any.Kind.RECORD) {
                any.visit(this, found, path);
            }
        }
        <T> void one(String above, String id, Get<T> get, Consumer<T> put, char mark, String kind, Record r) {
            String path = above + id;
            T found = isFull() ? null : seen(path, mark, get, kind);
            if (found == null || put == null) {
                return;
            }
            if (wanted == null) {
                put.accept(found);
            } else if (wanted.equals(path)) {
                put.accept(parse(value, found, kind, r));
                got = again(get, kind);
            }
            inner(found, path + ".");
        }
        <T> void one_list(String above, String id, Get<List<T>> get, Consumer<List<T>> put, char mark, String kind, Record r) {
            String path = above + id;
            List<T> found = isFull() ? null : seen(path, mark, get, kind);
            if (found == null || put == null) {
                return;
            }
            for (int k = 0; k < found.size(); k++) {
                inner(found.get(k), path + "[" + k + "].");
                if (wanted != null && wanted.equals(path + "[" + k + "]")) {
                    int at = k;
                    List<T> changed = new ArrayList<>(found);
                    changed.set(k, parse(value, found.get(k), kind, r));
                    put.accept(changed);
                    got = again(() -> get.get().get(at), kind);
                }
            }
            if (wanted == null) {
                put.accept(found);
            }
        }
        <T> void records(String above, String id, Get<T> get, Consumer<T> put, Visit<T> visit) {
            String path = above + id;
            T found = isFull() ? null : seen(path, '=', get, "");
            if (found == null || put == null) {
                return;
            }
            if (wanted == null) {
                put.accept(found);
            }
            visit.visit(this, found, path + ".");
        }
        <T> void records_list(String above, String id, Get<List<T>> get, Consumer<List<T>> put, Visit<T> visit) {
            String path = above + id;
            List<T> found = isFull() ? null : seen(path, '=', get, "");
            if (found == null || put == null) {
                return;
            }
            if (wanted == null) {
                put.accept(found);
            }
            for (int k = 0; k < found.size(); k++) {
                visit.visit(this, found.get(k), path + "[" + k + "].");
            }
        }
    }

@visits@

    static byte[] run(Walk w, String schema, byte[] data) throws FormatException {
        switch (schema) {
            @arms@
            default: throw new IllegalArgumentException(schema);
        }
    }

    public static void main(String[] none) throws Exception {
        Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder();
        while (in.hasNextLine()) {
            String[] words = in.nextLine().split("\t");
            Walk w = new Walk();
            if (words.length == 4) {
                w.wanted = words[2];
                w.value = words[3];
            }
            String end;
            try {
                byte[] made = run(w, words[0], Files.readAllBytes(Path.of(words[1])));
                int sum = 0x811c9dc5;
                for (byte each : made) {
                    sum = (sum ^ (each & 255)) * 0x01000193;
                }
                end = String.format("%08x %d", sum, made.length);
            } catch (FormatException error) {
                end = "!" + error.path();
            }
            for (String line : w.wanted == null ? w.lines : List.of(w.got)) {
                out.append(line).append('\n');
            }
            out.append(end).append("\n.\n");
        }
        System.out.write(out.toString().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }
}
