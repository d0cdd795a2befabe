meta:
  id: vlq_base128_be
  title: Variable-length quantity, most significant group first
  license: MIT
  ks-version: '0.9'
  bit-endian: be
doc: |
  Variable-length unsigned integer: 7 bits a byte, most significant group first.
  The high bit of a byte says that another one follows. At most 10 bytes.
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
      ((groups.size < 2 ? groups[groups.size - 1].value.as<u8> : groups[groups.size -
      1].value.as<u8> + 128 * (groups.size < 3 ? groups[groups.size - 2].value.as<u8> :
      groups[groups.size - 2].value.as<u8> + 128 * (groups.size < 4 ? groups[groups.size -
      3].value.as<u8> : groups[groups.size - 3].value.as<u8> + 128 * (groups.size < 5 ?
      groups[groups.size - 4].value.as<u8> : groups[groups.size - 4].value.as<u8> + 128 *
      (groups.size < 6 ? groups[groups.size - 5].value.as<u8> : groups[groups.size -
      5].value.as<u8> + 128 * (groups.size < 7 ? groups[groups.size - 6].value.as<u8> :
      groups[groups.size - 6].value.as<u8> + 128 * (groups.size < 8 ? groups[groups.size -
      7].value.as<u8> : groups[groups.size - 7].value.as<u8> + 128 * (groups.size < 9 ?
      groups[groups.size - 8].value.as<u8> : groups[groups.size - 8].value.as<u8> + 128 *
      (groups.size < 10 ? groups[groups.size - 9].value.as<u8> : groups[groups.size -
      9].value.as<u8> + 128 * groups[groups.size - 10].value.as<u8>)))))))))).as<u8>
    doc: The unsigned number.
