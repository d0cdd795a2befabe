meta:
  id: ipv4_packet
  title: IPv4 packet with its transport header
  file-extension: pkt
  license: CC0-1.0
  ks-version: '0.11'
  endian: be
doc: An IPv4 packet that holds UDP, TCP or ICMP. Checksums are beyond a schema.
seq:
  - id: version
    type: b4
    valid: 4
  - id: num_header_words
    type: b4
    valid:
      min: 5
  - id: service
    type: b6
  - id: congestion
    type: b2
  - id: len_total
    type: u2
    valid:
      expr: _ >= len_header + 20
  - id: identification
    type: u2
  - id: reserved
    type: b1
    valid: false
  - id: dont_fragment
    type: b1
  - id: more_fragments
    type: b1
  - id: fragment_offset
    type: b13
  - id: time_to_live
    type: u1
    valid:
      min: 1
  - id: protocol
    type: u1
    enum: protocol
  - id: checksum
    type: u2
  - id: source
    size: 4
  - id: destination
    size: 4
  - id: options
    size: len_header - 20
  - id: body
    size: len_total - len_header
    type:
      switch-on: protocol
      cases:
        'protocol::icmp': icmp
        'protocol::tcp': tcp
        'protocol::udp': udp
instances:
  len_header:
    value: num_header_words * 4
types:
  icmp:
    seq:
      - id: kind
        type: u1
        enum: icmp_kind
        valid:
          in-enum: true
      - id: code
        type: u1
      - id: checksum
        type: u2
      - id: rest
        size-eos: true
  tcp:
    seq:
      - id: source_port
        type: u2
      - id: destination_port
        type: u2
      - id: sequence
        type: u4
      - id: acknowledgement
        type: u4
      - id: num_header_words
        type: b4
        valid: 5
      - id: reserved
        type: b3
        valid: 0
      - id: flags
        type: b9
      - id: window
        type: u2
      - id: checksum
        type: u2
      - id: urgent
        type: u2
      - id: data
        size-eos: true
  udp:
    seq:
      - id: source_port
        type: u2
      - id: destination_port
        type: u2
      - id: len_datagram
        type: u2
        valid: _root.len_total - _root.len_header
      - id: checksum
        type: u2
      - id: data
        size-eos: true
enums:
  protocol:
    1: icmp
    6: tcp
    17: udp
  icmp_kind:
    0: echo_reply
    3: unreachable
    8: echo_request
    11: time_exceeded
