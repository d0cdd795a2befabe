meta:
  id: packed
  endian: le
  encoding: UTF-8
  file-extension: packed
doc: Everything that zlib can be in a file.
seq:
  - id: magic
    contents: PK
  - id: len_head
    type: u2
  - id: head
    size: len_head
    process: zlib
    type: head
  - id: len_note
    type: u1
  - id: note
    type: str
    size: len_note
    process: zlib
  - id: num_parts
    type: u1
    valid:
      max: 9
  - id: parts
    type: part
    repeat: expr
    repeat-expr: num_parts
  - id: rest
    size-eos: true
    process: zlib
types:
  head:
    seq:
      - id: version
        type: u1
        valid:
          max: 3
      - id: num_values
        type: u1
      - id: values
        type: u4
        repeat: expr
        repeat-expr: num_values
  part:
    seq:
      - id: len_body
        type: u2
      - id: body
        size: len_body
        process: zlib
