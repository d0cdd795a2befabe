meta:
  id: sleb128
  title: Signed LEB128 integer of at most 64 bits
  license: MIT
  ks-version: '0.9'
  bit-endian: be
doc: |
  Variable-length signed integer: 7 bits a byte, least significant group first,
  in two's complement: bit 6 of the last group is the sign. The high bit of a
  byte says that another one follows. At most 10 bytes.
doc-ref: https://en.wikipedia.org/wiki/LEB128
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
      signed:
        value: 'value < 64 ? value.as<s8> : value.as<s8> - 128'
        doc: The bits as a number in two's complement, as those of the last group are.
instances:
  value:
    value: >-
      (groups.size < 2 ? groups[0].signed.as<s8> : groups[0].value.as<s8> + 128 * (groups.size <
      3 ? groups[1].signed.as<s8> : groups[1].value.as<s8> + 128 * (groups.size < 4 ?
      groups[2].signed.as<s8> : groups[2].value.as<s8> + 128 * (groups.size < 5 ?
      groups[3].signed.as<s8> : groups[3].value.as<s8> + 128 * (groups.size < 6 ?
      groups[4].signed.as<s8> : groups[4].value.as<s8> + 128 * (groups.size < 7 ?
      groups[5].signed.as<s8> : groups[5].value.as<s8> + 128 * (groups.size < 8 ?
      groups[6].signed.as<s8> : groups[6].value.as<s8> + 128 * (groups.size < 9 ?
      groups[7].signed.as<s8> : groups[7].value.as<s8> + 128 * (groups.size < 10 ?
      groups[8].signed.as<s8> : groups[8].value.as<s8> + 128 * groups[9].signed.as<s8>)))))))))
    doc: The signed number.
