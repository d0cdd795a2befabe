"""What a new user of a package does: read a file, change values, append a record, write it.

A program of each language is run as `PROGRAM IN OUT`. It reads IN (of `satx.ksy`), prints a line for each packet,
changes the tree, and writes OUT:

- Print `ELAPSED KIND DETAIL`: KIND is the id of the enum, or its number if it has none. DETAIL is, of telemetry, the
  sum of all samples; of an event, `SEVERITY TEMPERATURE MESSAGE`, with `-` for a temperature that is absent; of a
  position, the name of the first channel, which is an instance, or `-` without channels; of another packet, the bytes
  of its body in hex.
- Set `station_id` to 8, `mission` to `Sæhrímnir 3 🚀` and `flags.is_replay`.
- Append the sample -1 to each series of telemetry. Set `severity` of each event to critical; remove its temperature if
  it has one, and set it to 2900 if it has none (with `has_temperature`).
- Append a packet after 90,000,000 ms with an event: code 99, the message `added`, and what the defaults are.
- Remove the trailer if there is one, and add one with 1 lost packet if there is none (with `flags.has_trailer`).

`python -m tests.languages.users.task` writes the files that a program is tested with, in `files` and `expected`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nacformats import open_schema

HERE = Path(__file__).parent
SCHEMA = HERE / "satx.ksy"
#: The files that programs are run with, by name.
NAMES = ("pass", "replay", "empty")
KINDS = {1: "telemetry", 2: "event", 3: "position"}
SEVERITIES = ("debug", "info", "warning", "critical")


def samples() -> dict[str, dict[str, Any]]:
    """Return the trees of the files, by name."""
    events = [
        packet(2, 300, {"severity": 2, "code": 17, "has_temperature": 1, "temperature": -21, "message": "café ≥ 4 🚀"}),
        packet(2, 2**40, {"severity": 0, "message": ""}),
    ]
    passed = {
        "version": 1,
        "flags": {"has_trailer": True, "antenna": 2},
        "station_id": 7,
        "started": 1_700_000_000_000,
        "mission": "Sæhrímnir 2",
        "channels": [channel(1, 1, 0.5, "bus voltage"), channel(2, 2, 0.25, "plaque d’équipement")],
        "packets": [
            packet(1, 5, {"series": [series(1, 20, -3, 70_000), series(2), series(1, -(2**40))]}),
            *events,
            packet(3, 86_400_000, {"latitude": 48.25, "longitude": -16.5, "altitude": 550.5}),
        ],
        "trailer": {"num_lost": 4},
    }
    replay = passed | {
        "version": 2,
        "flags": {"has_trailer": False, "is_replay": True, "reserved": 9},
        "channels": [channel(200, 77, 1, "")],
        "packets": [packet(9, 128, b"\x00later\xff"), packet(3, 1, {}), packet(1, 0, {"series": []})],
        "trailer": None,
    }
    empty = replay | {"version": 1, "flags": {}, "mission": "", "channels": [], "packets": []}
    return {"pass": passed, "replay": replay, "empty": empty}


def packet(kind: int, elapsed: int, body: Any) -> dict[str, Any]:
    return {"kind": kind, "elapsed": elapsed, "body": body}


def series(channel_id: int, *values: int) -> dict[str, Any]:
    return {"channel_id": channel_id, "samples": list(values)}


def channel(channel_id: int, quantity: int, scale: float, name: str) -> dict[str, Any]:
    return {"channel_id": channel_id, "quantity": quantity, "scale": scale, "name": name}


def lines_of(tree: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that a program prints of a tree of `samples`."""
    names = [each["name"] for each in tree["channels"]] or ["-"]
    for each in tree["packets"]:
        body, kind = each["body"], each["kind"]
        match kind:
            case 1:
                detail = str(sum(sum(part["samples"]) for part in body["series"]))
            case 2:
                detail = f"{SEVERITIES[body['severity']]} {body.get('temperature', '-')} {body['message']}"
            case 3:
                detail = names[0]
            case _:
                detail = body.hex()
        yield f"{each['elapsed']} {KINDS.get(kind, kind)} {detail}"


def changed(tree: dict[str, Any]) -> dict[str, Any]:
    """Return a tree of `samples` as a program has to leave it."""
    added = packet(2, 90_000_000, {"code": 99, "message": "added"})
    has_trailer = tree["trailer"] is None
    return tree | {
        "flags": tree["flags"] | {"is_replay": True, "has_trailer": has_trailer},
        "station_id": 8,
        "mission": "Sæhrímnir 3 🚀",
        "packets": [*(each | {"body": _changed_body(each["kind"], each["body"])} for each in tree["packets"]), added],
        "trailer": {"num_lost": 1} if has_trailer else None,
    }


def _changed_body(kind: int, body: Any) -> Any:
    if kind == 1:
        return {"series": [series(each["channel_id"], *each["samples"], -1) for each in body["series"]]}
    if kind == 2:
        had = "temperature" in body
        kept = {key: value for key, value in body.items() if key != "temperature"}
        return kept | {"severity": 3, "has_temperature": 0 if had else 1} | ({} if had else {"temperature": 2900})
    return body


def files() -> dict[str, bytes]:
    """Return all files by their paths in this folder: those that are read, and what has to become of them."""
    satx, made = open_schema(SCHEMA), {}
    for name, tree in samples().items():
        made[f"files/{name}.satx"] = satx.dumps(tree)
        made[f"expected/{name}.satx"] = satx.dumps(changed(tree))
        made[f"expected/{name}.txt"] = "".join(f"{line}\n" for line in lines_of(tree)).encode()
    return made


def check(program: Sequence[str], folder: Path) -> None:
    """Run a program with each file, in a folder; what it prints and writes is compared with what is expected."""
    for name in NAMES:
        out = folder / f"{name}.satx"
        command = [*program, str(HERE / "files" / out.name), str(out)]
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, (name, done.stderr.decode()[-3000:])
        wanted = (HERE / "expected" / f"{name}.txt").read_text(encoding="utf-8")
        assert done.stdout.decode("utf-8").replace("\r\n", "\n") == wanted, name
        assert out.read_bytes() == (HERE / "expected" / out.name).read_bytes(), name


if __name__ == "__main__":
    for path, data in files().items():
        (HERE / path).parent.mkdir(exist_ok=True)
        (HERE / path).write_bytes(data)
