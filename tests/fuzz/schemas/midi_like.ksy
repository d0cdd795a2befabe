meta:
  id: midi_like
  title: Tracks of MIDI events
  file-extension: mid
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
  endian: be
doc: |
  A header and tracks of events, each with a delta time of variable length.
  Running status is not read.
seq:
  - id: magic
    contents: MThd
  - id: len_header
    type: u4
    valid: 6
  - id: layout
    type: u2
    valid:
      max: 2
  - id: num_tracks
    type: u2
  - id: division
    type: s2
  - id: tracks
    type: track
    repeat: expr
    repeat-expr: num_tracks
types:
  track:
    seq:
      - id: magic
        contents: MTrk
      - id: len_events
        type: u4
      - id: events
        type: event_list
        size: len_events
  event_list:
    seq:
      - id: events
        type: event
        repeat: eos
  event:
    seq:
      - id: delta
        type: quantity
      - id: status
        type: u1
        valid:
          min: 0x80
      - id: body
        type:
          switch-on: 'status < 0xf0 ? status / 16 : status.as<u1>'
          cases:
            0x8: note
            0x9: note
            0xa: note
            0xb: controller
            0xc: one_byte
            0xd: one_byte
            0xe: bend
            0xf0: system
            0xff: meta_event
            _: nothing
  note:
    seq:
      - id: key
        type: u1
        valid:
          max: 127
      - id: velocity
        type: u1
        valid:
          max: 127
  controller:
    seq:
      - id: number
        type: u1
        valid:
          max: 127
      - id: value
        type: u1
        valid:
          max: 127
  one_byte:
    seq:
      - id: data
        type: u1
        valid:
          max: 127
  bend:
    seq:
      - id: low_bits
        type: u1
        valid:
          max: 127
      - id: high_bits
        type: u1
        valid:
          max: 127
  system:
    seq:
      - id: len_data
        type: quantity
      - id: data
        size: len_data.number
  meta_event:
    seq:
      - id: kind
        type: u1
      - id: len_data
        type: quantity
      - id: data
        size: len_data.number
  nothing:
    seq: []
  quantity:
    doc: At most four groups of 7 bits, the most significant first.
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 128 or groups.size == 4
    instances:
      number:
        value: >-
          groups.size == 1 ? groups[0] % 128 : (groups.size == 2
          ? groups[0] % 128 * 128 + groups[1] % 128 : (groups.size == 3
          ? (groups[0] % 128 * 128 + groups[1] % 128) * 128 + groups[2] % 128
          : ((groups[0] % 128 * 128 + groups[1] % 128) * 128
          + groups[2] % 128) * 128 + groups[3] % 128))
