meta:
  id: sums
  endian: be
  bit-endian: be
  encoding: UTF-8
seq:
  - {id: chunks, type: chunk, repeat: expr, repeat-expr: 2}
  - {id: key, type: u1}
  - {id: hidden, type: hidden, size: 12, process: xor(key)}
  - {id: masked, type: str, size: 3, process: rol(key)}
  - {id: all, type: all_kinds}
types:
  chunk:
    seq:
      - {id: crc, type: u4, -checksum: {kind: crc32, over: [kind, body]}}
      - {id: len_body, type: u2}
      - {id: kind, type: u1}
      - {id: body, size: len_body, type: body}
      - {id: has_sum, type: u1}
      - {id: reserved, type: b8}
      - {id: sum, type: u1, if: has_sum != 0, -checksum: {kind: sum8, over: [reserved, body]}}
  body:
    seq:
      - {id: num_words, type: u1}
      - {id: words, type: strz, repeat: expr, repeat-expr: num_words}
      - {id: check, type: u2le, -checksum: {kind: crc16, over: [num_words, words]}}
  hidden:
    seq:
      - {id: name, type: strz, valid: {expr: _.length < 6}}
      - {id: numbers, type: u1, repeat: expr, repeat-expr: 2, valid: {max: 100}}
      - {id: text, type: str, size: 2}
      - {id: check, type: s1, -checksum: {kind: xor8, over: [name, numbers]}}
  all_kinds:
    seq:
      - {id: data, size: 9}
      - {id: crc32, type: u4, -checksum: {kind: crc32, over: [data]}}
      - {id: crc32c, type: u4le, -checksum: {kind: crc32c, over: [data]}}
      - {id: crc16, type: u2, -checksum: {kind: crc16, over: [data]}}
      - {id: crc16_ccitt, type: u2, -checksum: {kind: crc16-ccitt, over: [data]}}
      - {id: crc16_xmodem, type: s2, -checksum: {kind: crc16-xmodem, over: [data]}}
      - {id: adler32, type: u8, -checksum: {kind: adler32, over: [data, crc32]}}
      - {id: internet, type: u2, -checksum: {kind: internet, over: [data]}}
      - {id: internet_of_pieces, type: u2, -checksum: {kind: internet, over: [data, crc16, data]}}
      - {id: sum8, type: s1, -checksum: {kind: sum8, over: [data]}}
      - {id: sum16, type: u2, -checksum: {kind: sum16, over: [data]}}
      - {id: sum32, type: s4, -checksum: {kind: sum32, over: [data]}}
      - {id: negative8, type: u1, -checksum: {kind: negative8, over: [data]}}
      - {id: xor8, type: u1, -checksum: {kind: xor8, over: [data]}}
      - {id: low_of_crc32, type: u1, -checksum: {kind: crc32, over: [data]}}
