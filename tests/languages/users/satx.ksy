meta:
  id: satx
  title: Telemetry of a satellite
  file-extension: satx
  endian: le
  bit-endian: be
  imports: [uleb128, sleb128]
doc: What a ground station received in one pass, packet by packet.
seq:
  - {id: magic, contents: SATX}
  - {id: version, type: u1, valid: {min: 1, max: 2}, -default: 1, doc: Version of the format.}
  - {id: flags, type: flags, doc: What the file has besides packets.}
  - {id: station_id, type: u2, doc: Number of the ground station.}
  - {id: started, type: u8, -unit: ms, doc: Start of the pass since 1970.}
  - {id: len_mission, type: u1}
  - {id: mission, type: str, size: len_mission, encoding: UTF-16LE, doc: Name of the mission.}
  - {id: num_channels, type: u1}
  - {id: channels, type: channel, repeat: expr, repeat-expr: num_channels, doc: What is measured.}
  - {id: num_packets, type: uleb128}
  - {id: packets, type: packet, repeat: expr, repeat-expr: num_packets.value, doc: In the order of their arrival.}
  - {id: trailer, type: trailer, if: flags.has_trailer, doc: How the pass ended.}
types:
  flags:
    seq:
      - {id: has_trailer, type: b1, -default: 0}
      - {id: is_replay, type: b1, -default: 0, doc: The pass was recorded on board.}
      - {id: antenna, type: b2, -default: 0}
      - {id: reserved, type: b4, -default: 0}
  channel:
    doc: A quantity; its name is elsewhere in the file.
    seq:
      - {id: channel_id, type: u1}
      - {id: quantity, type: u1, enum: quantity}
      - {id: scale, type: f4, -default: 1, doc: Factor from raw numbers to units.}
      - {id: ofs_name, type: u4}
      - {id: len_name, type: u1}
    instances:
      name: {pos: ofs_name, type: str, size: len_name, encoding: UTF-8, doc: Its name.}
  packet:
    seq:
      - {id: kind, type: u1, enum: kind, doc: What the body is.}
      - {id: elapsed, type: uleb128, -unit: ms, doc: Time since the start of the pass.}
      - {id: len_body, type: u2}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {'kind::telemetry': telemetry, 'kind::event': event, 'kind::position': position}}
      - {id: crc, type: u4, -checksum: {kind: crc32, over: [kind, elapsed, body]}, doc: CRC-32 of the packet.}
  telemetry:
    doc: Numbers of one or more channels.
    seq:
      - {id: num_series, type: u1}
      - {id: series, type: series, repeat: expr, repeat-expr: num_series}
  series:
    seq:
      - {id: channel_id, type: u1}
      - {id: num_samples, type: uleb128}
      - {id: samples, type: sleb128, repeat: expr, repeat-expr: num_samples.value, doc: Raw numbers.}
  event:
    doc: Something happened.
    seq:
      - {id: severity, type: u1, enum: severity, valid: {in-enum: true}, -default: 1, doc: How bad it is.}
      - {id: code, type: u2, -default: 0}
      - {id: has_temperature, type: u1, valid: {max: 1}, -default: 0}
      - {id: temperature, type: s2, if: has_temperature == 1, -unit: 0.1 K, doc: Temperature of the board.}
      - {id: len_message, type: u1}
      - {id: message, type: str, size: len_message, encoding: UTF-16LE, doc: Words for the operator.}
  position:
    doc: Where the satellite is.
    seq:
      - {id: latitude, type: f8, -unit: degrees, -default: 0}
      - {id: longitude, type: f8, -unit: degrees, -default: 0}
      - {id: altitude, type: f4, -unit: km, -default: 0}
  trailer:
    seq:
      - {id: magic, contents: END}
      - {id: num_lost, type: u4, -default: 0, doc: How many packets were lost.}
enums:
  kind:
    1: {id: telemetry, doc: Numbers of channels.}
    2: {id: event, doc: Something happened.}
    3: {id: position, doc: Where the satellite is.}
  severity: {0: debug, 1: info, 2: warning, 3: critical}
  quantity: {1: voltage, 2: temperature, 3: pressure}
