meta:
  id: vlq_base128_le
  title: Variable-length quantity, least significant group first
  license: MIT
  ks-version: '0.9'
  bit-endian: be
doc: |
  Variable-length unsigned integer: 7 bits a byte, least significant group
  first. The high bit of a byte says that another one follows. At most 10 bytes.
doc-ref: https://en.wikipedia.org/wiki/Variable-length_quantity
-webide-representation: '{value:dec}'
seq:
  - id: groups
    type: group
    repeat: until
    repeat-until: not _.has_next
types:
  group:
    doc: Seven bits of the number.
    seq:
      - id: has_next
        type: b1
        doc: Whether another group follows.
      - id: value
        type: b7
instances:
  value:
    value: >-
      ((groups.size < 2 ? groups[0].value.as<u8> : groups[0].value.as<u8> + 128 * (groups.size <
      3 ? groups[1].value.as<u8> : groups[1].value.as<u8> + 128 * (groups.size < 4 ?
      groups[2].value.as<u8> : groups[2].value.as<u8> + 128 * (groups.size < 5 ?
      groups[3].value.as<u8> : groups[3].value.as<u8> + 128 * (groups.size < 6 ?
      groups[4].value.as<u8> : groups[4].value.as<u8> + 128 * (groups.size < 7 ?
      groups[5].value.as<u8> : groups[5].value.as<u8> + 128 * (groups.size < 8 ?
      groups[6].value.as<u8> : groups[6].value.as<u8> + 128 * (groups.size < 9 ?
      groups[7].value.as<u8> : groups[7].value.as<u8> + 128 * (groups.size < 10 ?
      groups[8].value.as<u8> : groups[8].value.as<u8> + 128 *
      groups[9].value.as<u8>)))))))))).as<u8>
    doc: The unsigned number.
