meta:
  id: parcel
  title: Parcels of a small post office
  file-extension: parcel
  endian: le
  encoding: UTF-8
doc: A format for the eye alone, with a bit of everything that packages print.
seq:
  - id: magic
    contents: PRCL
  - id: version
    type: u1
    valid: 1
  - id: kind
    type: u1
    enum: kind
  - id: flags
    type: u1
    doc: Bit 0 says that there is a note.
  - id: num_stops
    type: u2
  - id: stops
    type: stop
    repeat: expr
    repeat-expr: num_stops
    doc: Where the parcel was, in order.
  - id: len_note
    type: u2
    if: has_note
  - id: note
    type: str
    size: len_note
    if: has_note
  - id: content
    type:
      switch-on: kind
      cases:
        kind::letter: letter
        kind::crate: crate
instances:
  has_note:
    value: (flags & 1) == 1
types:
  stop:
    seq:
      - id: office
        type: u4
      - id: grams
        type: s4
        doc: Weight in grams, which a crate may lose on its way.
  letter:
    seq:
      - id: text
        type: strz
  crate:
    seq:
      - id: width
        type: f4
      - id: seal
        size: 4
enums:
  kind:
    1:
      id: letter
      doc: Paper.
    2: crate
