import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import @module@.*;
import @module@.Record;

/** Damages files for some seconds: Fuzz SECONDS SEED FILE..., each SCHEMA=PATH. Prints what is broken, then how many files. */
public final class Fuzz {
    static final List<Schema> SCHEMAS = List.of(@listed@);
    static final long MOST_MILLISECONDS = 10_000;
    static final byte[] BYTES = {0, 1, 127, -128, -1};
    static final long[] NUMBERS = {0, 1, 1L << 31, -1, 1L << 53, 1L << 63, Long.MAX_VALUE};

    static byte[] damaged(byte[] data, byte[] other, Random random) {
        byte[] made = data.clone();
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            int at = random.nextInt(made.length + 1);
            switch (random.nextInt(6)) {
                case 0: made = spliced(made, at, 1, new byte[] {(byte) random.nextInt(256)}); break;
                case 1: made = spliced(made, at, 1, new byte[] {BYTES[random.nextInt(BYTES.length)]}); break;
                case 2: made = spliced(made, at, random.nextInt(9), new byte[0]); break;
                case 3:
                    int start = random.nextInt(other.length + 1);
                    made = spliced(made, at, 0, Arrays.copyOfRange(other, start, start + random.nextInt(other.length - start + 1)));
                    break;
                case 4:
                    byte[] number = new byte[1 << random.nextInt(4)];
                    long value = NUMBERS[random.nextInt(NUMBERS.length)];
                    for (int k = 0; k < number.length; k++) {
                        number[k] = (byte) (value >> 8 * k);
                    }
                    made = spliced(made, at, number.length, number);
                    break;
                default:
                    if (at < made.length) {
                        made[at] ^= (byte) (1 << random.nextInt(8));
                    }
            }
        }
        return made;
    }
    static byte[] spliced(byte[] data, int at, int taken, byte[] put) {
        int rest = Math.min(at + taken, data.length);
        byte[] made = Arrays.copyOf(data, at + put.length + data.length - rest);
        System.arraycopy(put, 0, made, at, put.length);
        System.arraycopy(data, rest, made, at + put.length, data.length - rest);
        return made;
    }

    /** Read a file as users do, as columns too, and write it. */
    static void tryOne(Schema schema, byte[] data) {
        for (boolean asColumns : new boolean[] {false, true}) {
            try {
                Record record = asColumns ? schema.readColumns(data) : schema.read(data);
                record.askAll();
                record.json();
                record.write();
            } catch (FormatException expected) {
                // as it should be
            }
        }
        schema.answer(data);
    }

    public static void main(String[] words) throws Exception {
        Random random = new Random(Long.parseLong(words[1]));
        long end = System.currentTimeMillis() + 1000 * Long.parseLong(words[0]);
        List<String[]> seeds = Arrays.stream(words).skip(2).map(word -> word.split("=", 2)).toList();
        long count = 0;
        for (; System.currentTimeMillis() < end; count++) {
            String[] seed = seeds.get(random.nextInt(seeds.size()));
            byte[] other = Files.readAllBytes(Path.of(seeds.get(random.nextInt(seeds.size()))[1]));
            byte[] data = damaged(Files.readAllBytes(Path.of(seed[1])), other, random);
            Schema schema = SCHEMAS.stream().filter(each -> each.name.equals(seed[0])).findFirst().orElseThrow();
            long start = System.currentTimeMillis();
            String broken = "";
            try {
                tryOne(schema, data);
            } catch (Throwable error) {
                broken = error + " " + (error.getStackTrace().length > 0 ? error.getStackTrace()[0] : "");
            }
            if (!broken.isEmpty() || System.currentTimeMillis() - start > MOST_MILLISECONDS) {
                System.out.println(seed[0] + ": " + broken + ": " + java.util.HexFormat.of().formatHex(data));
            }
        }
        System.out.println(count + " files");
    }
}
