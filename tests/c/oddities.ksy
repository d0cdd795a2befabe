meta:
  id: oddities
  endian: be
  bit-endian: le
  encoding: UTF-8
seq:
  - id: order
    type: u1
  - id: switched
    type: switched(order)
  - id: low
    type: b3
  - id: middle
    type: b11
  - id: high
    type: b5be
  - id: masked
    size: 4
    process: xor(order)
  - id: turned
    size: 3
    type: pair
    process: rol(3)
  - id: keyed
    size: 3
    process: xor([1, 2, 3])
  - id: padded
    type: str
    size: 6
    pad-right: 0x20
    encoding: ISO-8859-1
  - id: ended
    type: str
    size: 5
    terminator: 0
  - id: wide
    type: strz
    encoding: UTF-16LE
  - id: lines
    type: line
    repeat: until
    repeat-until: _.text == "" or _index == 3
  - id: num_left
    type: u1
    valid:
      expr: _ <= _io.size - _io.pos
  - id: rest
    type: rest
    size: num_left
  - type: u1
    if: not _io.eof
instances:
  total:
    value: 'order < 3 ? switched.number + 10 : -(switched.number) / 2 * 3 % 7'
types:
  switched:
    params:
      - id: order
        type: u1
    meta:
      endian:
        switch-on: order
        cases:
          1: le
          _: be
    seq:
      - id: number
        type: u4
      - id: signed
        type: s2
      - id: real
        type: f8
      - id: inner
        type: inner
    types:
      inner:
        seq:
          - id: number
            type: u2
            valid:
              expr: _ != 0xdead
  pair:
    seq:
      - id: first
        type: u1
      - id: second
        type: u1
  line:
    seq:
      - id: text
        type: str
        terminator: 0x0a
        eos-error: false
        include: false
  rest:
    seq:
      - id: numbers
        type: u2
        repeat: eos
    instances:
      first:
        io: _root._io
        pos: 1
        type: u2
        valid:
          max: 60000
      has_first:
        value: _parent.order == 0 and numbers.size > 0
