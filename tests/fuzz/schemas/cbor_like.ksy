meta:
  id: cbor_like
  title: Concise binary values, nested
  file-extension: cbor
  license: CC0-1.0
  ks-version: '0.11'
  encoding: UTF-8
  endian: be
doc: A value with its kind in three bits; indefinite lengths are not read.
seq:
  - id: value
    type: value
types:
  value:
    seq:
      - id: major
        type: b3
        enum: major
      - id: info
        type: b5
        valid:
          max: 27
      - id: argument_1
        type: u1
        if: info == 24
      - id: argument_2
        type: u2
        if: info == 25
      - id: argument_4
        type: u4
        if: info == 26
      - id: argument_8
        type: u8
        if: info == 27
      - id: body
        type:
          switch-on: major
          cases:
            'major::bytes': byte_string(argument.as<u8>)
            'major::text': text_string(argument.as<u8>)
            'major::list': list_body(argument.as<u8>)
            'major::map': map_body(argument.as<u8>)
            'major::tag': tagged
            _: nothing
    instances:
      argument:
        value: >-
          info == 24 ? argument_1.as<u8> : (info == 25 ? argument_2.as<u8>
          : (info == 26 ? argument_4.as<u8>
          : (info == 27 ? argument_8.as<u8> : info.as<u8>)))
  byte_string:
    params:
      - id: len_data
        type: u8
    seq:
      - id: data
        size: len_data
  text_string:
    params:
      - id: len_text
        type: u8
    seq:
      - id: text
        type: str
        size: len_text
  list_body:
    params:
      - id: num_values
        type: u8
    seq:
      - id: elements
        type: value
        repeat: expr
        repeat-expr: num_values
  map_body:
    params:
      - id: num_pairs
        type: u8
    seq:
      - id: pairs
        type: pair
        repeat: expr
        repeat-expr: num_pairs
  pair:
    seq:
      - id: key
        type: value
      - id: value
        type: value
  tagged:
    seq:
      - id: value
        type: value
  nothing:
    seq: []
enums:
  major:
    0: unsigned
    1: negative
    2: bytes
    3: text
    4: list
    5: map
    6: tag
    7: simple
