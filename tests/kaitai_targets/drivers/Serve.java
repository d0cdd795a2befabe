// Reads files by parsers that Kaitai's compiler made. args: the table of their members.
import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.IKaitaiEnum;
import io.kaitai.struct.KaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Serve {
    private record Member(String id, Method get, String kind) {}

    private static final Map<String, String> ROOTS = new HashMap<>();
    private static final Map<Class<?>, List<Member>> MEMBERS = new HashMap<>();

    public static void main(String[] args) throws Exception {
        List<Member> now = null;
        Class<?> type = null;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.split("\t", -1);
            if (cells[0].equals("ROOT")) {
                ROOTS.put(cells[1], cells[2]);
            } else if (cells[0].equals("TYPE")) {
                type = Class.forName(cells[1]);
                MEMBERS.put(type, now = new ArrayList<>());
            } else {
                now.add(new Member(cells[1], type.getMethod(cells[2]), cells[3]));
            }
        }
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] cells = line.split("\t", 2);
            out.print(answer(cells[0], Path.of(cells[1])));
            out.print('\n');
            out.flush();
        }
    }

    private static String answer(String schema, Path path) throws Exception {
        try {
            StringBuilder text = new StringBuilder("[\"ok\",");
            KaitaiStream stream = new ByteBufferKaitaiStream(Files.readAllBytes(path));
            tree(Class.forName(ROOTS.get(schema)).getConstructor(KaitaiStream.class).newInstance(stream), "", text);
            return text.append("]").toString();
        } catch (Throwable thrown) {
            Throwable cause = thrown;
            while (cause instanceof InvocationTargetException) cause = cause.getCause();
            String words = String.valueOf(cause).replaceAll("[^ !#-\\[\\]-~]", "?");
            return "[\"no\",\"" + words.substring(0, Math.min(words.length(), 200)) + "\"]";
        }
    }

    private static void tree(Object value, String kind, StringBuilder out) throws Exception {
        if (value == null) {
            out.append("null");
        } else if (value instanceof List<?> list) {
            char before = '[';
            if (list.isEmpty()) out.append('[');
            for (Object each : list) {
                out.append(before);
                tree(each, kind, out);
                before = ',';
            }
            out.append(']');
        } else if (value instanceof KaitaiStruct) {
            char before = '{';
            List<Member> members = MEMBERS.get(value.getClass());
            if (members.isEmpty()) out.append('{');
            for (Member member : members) {
                out.append(before).append('"').append(member.id).append("\":");
                tree(member.get.invoke(value), member.kind, out);
                before = ',';
            }
            out.append('}');
        } else {
            leaf(value, kind, out);
        }
    }

    private static void leaf(Object value, String kind, StringBuilder out) throws Exception {
        if (value instanceof Boolean flag) {
            out.append(flag ? 1 : 0);
        } else if (value instanceof Double || value instanceof Float) {
            long bits = Double.doubleToRawLongBits(((Number) value).doubleValue());
            out.append(String.format("\"r%016x\"", bits));
        } else if (value instanceof Number number) {
            boolean isUnsigned = kind.equals("unsigned") && value instanceof Long;
            out.append(isUnsigned ? Long.toUnsignedString(number.longValue()) : number.toString());
        } else if (value instanceof byte[] || value instanceof String) {
            byte[] bytes = value instanceof byte[] raw ? raw : ((String) value).getBytes(StandardCharsets.UTF_8);
            out.append('"');
            for (byte each : bytes) out.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
            out.append('"');
        } else {
            out.append(value.getClass().getMethod("id").invoke(value));
        }
    }
}
