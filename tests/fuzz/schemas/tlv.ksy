meta:
  id: tlv
  title: Tags, lengths and values, nested
  file-extension: tlv
  license: CC0-1.0
  ks-version: '0.11'
  encoding: UTF-8
  endian: be
doc: |
  Records of a tag, a length of one, two or four bytes, and a value; the value
  of a container is a list of records.
seq:
  - id: records
    type: record
    repeat: eos
types:
  record:
    seq:
      - id: tag
        type: u1
        enum: tag
        valid:
          in-enum: true
      - id: len_value
        type: u2
      - id: value
        size: len_value
        type:
          switch-on: tag
          cases:
            'tag::container': container
            'tag::number': number
            'tag::text': text
            'tag::pair': pair
  container:
    seq:
      - id: records
        type: record
        repeat: eos
  number:
    seq:
      - id: number
        type: s8
  text:
    seq:
      - id: text
        type: str
        size-eos: true
  pair:
    seq:
      - id: key
        type: record
      - id: value
        type: record
enums:
  tag:
    1: container
    2: number
    3: text
    4: pair
    9: opaque
