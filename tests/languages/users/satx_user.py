"""What a new user of the Python package writes: reads, changes, appends, writes."""

from __future__ import annotations

import sys

import satx


def main(source: str, target: str) -> None:
    tree = satx.load(source)
    for packet in tree.packets:
        print(packet.elapsed, name(packet.kind), detail(tree, packet))

    tree.station_id = 8
    tree.mission = "Sæhrímnir 3 🚀"
    tree.flags.is_replay = True
    for packet in tree.packets:
        match packet.body:
            case satx.Telemetry() as telemetry:
                for series in telemetry.series:
                    series.samples.append(-1)
            case satx.Event() as event:
                event.severity = satx.Severity.critical
                event.temperature = 2900 if event.temperature is None else None
                event.has_temperature = int(event.temperature is not None)

    added = satx.Event(code=99, message="added")
    tree.packets.append(satx.Packet(kind=satx.Kind.event, elapsed=90_000_000, body=added))
    tree.trailer = satx.Trailer(num_lost=1) if tree.trailer is None else None
    tree.flags.has_trailer = tree.trailer is not None
    satx.dump(tree, target)


def name(kind: satx.Kind) -> str:
    return kind.name if kind.is_known else str(kind.value)


def detail(tree: satx.Satx, packet: satx.Packet) -> str:
    match packet.body:
        case satx.Telemetry(series=series):
            return str(sum(sum(each.samples) for each in series))
        case satx.Event() as event:
            temperature = "-" if event.temperature is None else str(event.temperature)
            return f"{event.severity.name} {temperature} {event.message}"
        case satx.Position():
            return tree.channels[0].name if tree.channels else "-"
        case data:
            return data.hex()


if __name__ == "__main__":
    main(*sys.argv[1:])
