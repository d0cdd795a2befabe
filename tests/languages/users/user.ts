// Reads a pass, prints its packets, changes it, and writes it: node user.js IN OUT.
import { readFileSync, writeFileSync } from "node:fs";
import { Event, type Packet, Satx, Telemetry } from "satx";

function detail(tree: Satx, { body }: Packet): string {
    if (body === undefined) {
        return "";
    }
    if (body instanceof Uint8Array) {
        return Array.from(body, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    switch (body.$type) {
        case "Telemetry":
            return `${body.series.flatMap((each) => each.samples).reduce((sum, each) => sum + each, 0n)}`;
        case "Event":
            return `${body.severity} ${body.temperature ?? "-"} ${body.message}`;
        case "Position":
            return tree.channels[0]?.name ?? "-";
    }
}

function change(body: Packet["body"]): void {
    if (body instanceof Telemetry) {
        for (const series of body.series) {
            series.samples = [...series.samples, -1n];
        }
    } else if (body instanceof Event) {
        body.severity = "critical";
        body.temperature = body.temperature === undefined ? 2900 : undefined;
        body.hasTemperature = body.temperature === undefined ? 0 : 1;
    }
}

const [, , from, to] = process.argv;
const tree = Satx.read(readFileSync(from));
for (const packet of tree.packets) {
    console.log(`${packet.elapsed} ${packet.kind} ${detail(tree, packet)}`);
}
tree.stationId = 8;
tree.mission = "Sæhrímnir 3 🚀";
tree.flags.isReplay = true;
tree.packets.forEach((each) => change(each.body));
tree.packets = [
    ...tree.packets,
    { kind: "event", elapsed: 90_000_000n, body: { $type: "Event", code: 99, message: "added" } },
];
tree.trailer = tree.trailer === undefined ? { numLost: 1 } : undefined;
tree.flags.hasTrailer = tree.trailer !== undefined;
writeFileSync(to, tree.write());
