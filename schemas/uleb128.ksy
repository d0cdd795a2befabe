meta:
  id: uleb128
  title: Unsigned LEB128 integer of at most 64 bits
  xref:
    wikidata: Q6461934
  tags:
    - serialization
  license: MIT
  ks-version: '0.9'
doc: |
  Variable-length unsigned integer: 7 bits a byte, least significant group
  first. The high bit of a byte says that another one follows. At most 10 bytes;
  the tenth one holds bit 63 only, so that every number fits 64 bits.

  Encodings padded with zero groups are read as well: `is_minimal` tells them apart.
  `value` is exact in languages with 64-bit integers; JavaScript has 53 bits.
doc-ref: https://en.wikipedia.org/wiki/LEB128
-webide-representation: '{value:dec}'
seq:
  - id: groups
    type: u1
    repeat: until
    repeat-until: _ < 128 or groups.size == 9
    doc: |
      Bytes 1 to 9, each with 7 bits of the number and, above them, the
      continuation bit.
  - id: tenth
    type: u1
    valid:
      max: 1
    if: groups.last >= 128
    doc: Byte 10, bit 63 of the number; there is no room for more.
instances:
  value:
    value: >-
      ((groups[0] % 128).as<u8> + (groups.size < 2 ? 0.as<u8> : 128 *
      ((groups[1] % 128).as<u8> + (groups.size < 3 ? 0.as<u8> : 128 *
      ((groups[2] % 128).as<u8> + (groups.size < 4 ? 0.as<u8> : 128 *
      ((groups[3] % 128).as<u8> + (groups.size < 5 ? 0.as<u8> : 128 *
      ((groups[4] % 128).as<u8> + (groups.size < 6 ? 0.as<u8> : 128 *
      ((groups[5] % 128).as<u8> + (groups.size < 7 ? 0.as<u8> : 128 *
      ((groups[6] % 128).as<u8> + (groups.size < 8 ? 0.as<u8> : 128 *
      ((groups[7] % 128).as<u8> + (groups.size < 9 ? 0.as<u8> : 128 *
      ((groups[8] % 128).as<u8> + (groups[8] < 128 ? 0.as<u8> : 128 *
      tenth.as<u8>)))))))))))))))))).as<u8>
    doc: The unsigned number.
  is_minimal:
    value: 'groups.last < 128 ? groups.size == 1 or groups.last != 0 : tenth != 0'
    doc: Whether fewer bytes could not have held the number.
  zigzag:
    value: '(groups[0] % 2 == 0 ? (value / 2).as<s8> : -((value / 2).as<s8>) - 1).as<s8>'
    doc: The signed number that `value` is the zigzag encoding of.
