meta:
  id: corners
  title: What readers of other languages came to late
  file-extension: corners
  endian: le
  encoding: UTF-16LE
doc: Numbers in a switch with a size, rules that look at themselves, instances that lead nowhere, lists of nothing.
seq:
  - id: kind
    type: u1
    valid:
      max: 4
  - id: len_body
    type: u1
    valid: 'kind == 1 ? 4 : len_body'
  - id: body
    size: len_body
    type:
      switch-on: kind
      cases:
        1: u4
        2: box
  - id: num_lines
    type: u1
    valid:
      max: 5
  - id: lines
    type: strz
    eos-error: false
    repeat: expr
    repeat-expr: num_lines
  - id: ofs_tail
    type: u1
instances:
  tail:
    pos: ofs_tail - 2
    size: 1
    if: ofs_tail != 0
  inner:
    io: body.as<box>.part._io
    pos: 0
    size: 1
    if: kind == 2 and len_body != 0
  lookups:
    pos: 0
    type: lookup(_index)
    repeat: expr
    repeat-expr: 3
  chosen:
    pos: 0
    type:
      switch-on: kind
      cases:
        3: lookup(7)
        4: mark
types:
  box:
    seq:
      - id: part
        type: slot
        size-eos: true
  slot: {}
  mark:
    seq:
      - id: first
        type: u1
  lookup:
    params:
      - id: number
        type: u4
    instances:
      double:
        value: number * 2
