import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.example.telemetry.FormatException;
import org.example.telemetry.Satx;

/** Reads a pass, prints its packets, changes it, and writes it: User IN OUT. */
public final class User {
    private User() {}

    public static void main(String[] words) throws Exception {
        Satx tree = Satx.read(Files.readAllBytes(Path.of(words[0])));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (Satx.Packet packet : tree.packets()) {
            out.println(packet.elapsed() + " " + packet.kind() + " " + detail(tree, packet.body()));
        }
        change(tree);
        Files.write(Path.of(words[1]), tree.write());
    }

    private static String detail(Satx tree, Satx.PacketBody body) throws FormatException {
        if (body instanceof Satx.Telemetry telemetry) {
            return Long.toString(telemetry.series().stream()
                .flatMap(each -> each.samples().stream())
                .mapToLong(each -> each)
                .sum());
        } else if (body instanceof Satx.Event event) {
            String temperature = event.temperature().map(String::valueOf).orElse("-");
            return event.severity() + " " + temperature + " " + event.message();
        } else if (body instanceof Satx.Position) {
            return tree.channels().isEmpty() ? "-" : tree.channels().get(0).name();
        } else if (body instanceof Satx.PacketBody.Bytes other) {
            return HexFormat.of().formatHex(other.value());
        }
        return "";
    }

    private static void change(Satx tree) {
        tree.setStationId(8);
        tree.setMission("Sæhrímnir 3 🚀");
        tree.flags().setIsReplay(true);
        for (Satx.Packet packet : tree.packets()) {
            if (packet.body() instanceof Satx.Telemetry telemetry) {
                for (Satx.Series series : telemetry.series()) {
                    List<Long> samples = new ArrayList<>(series.samples());
                    samples.add(-1L);
                    series.setSamples(samples);
                }
            } else if (packet.kind() == Satx.Kind.EVENT && packet.body() instanceof Satx.Event event) {
                change(event);
            }
        }
        Satx.Event event = Satx.Event.builder(tree).code(99).message("added").build();
        List<Satx.Packet> packets = new ArrayList<>(tree.packets());
        packets.add(Satx.Packet.builder(tree).kind(Satx.Kind.EVENT).elapsed(90_000_000).body(event).build());
        tree.setPackets(packets);
        boolean wantsTrailer = tree.trailer().isEmpty();
        tree.flags().setHasTrailer(wantsTrailer);
        if (wantsTrailer) {
            tree.setTrailer(Satx.Trailer.builder(tree).numLost(1).build());
        } else {
            tree.clearTrailer();
        }
    }

    private static void change(Satx.Event event) {
        event.setSeverity(Satx.Severity.CRITICAL);
        boolean hadTemperature = event.temperature().isPresent();
        event.setHasTemperature(hadTemperature ? 0 : 1);
        if (hadTemperature) {
            event.clearTemperature();
        } else {
            event.setTemperature(2900);
        }
    }
}
