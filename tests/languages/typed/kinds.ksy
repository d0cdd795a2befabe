meta:
  id: kinds
  title: A field of every kind
  file-extension: kinds
  endian: le
  bit-endian: be
  encoding: UTF-8
  imports:
    - sleb128
    - uleb128
    - vlq_base128_le
    - vlq_base128_be
seq:
  - {id: a_u1, type: u1}
  - {id: a_u2, type: u2}
  - {id: a_u4, type: u4be}
  - {id: a_u8, type: u8}
  - {id: b_u8, type: u8be}
  - {id: a_s1, type: s1}
  - {id: a_s2, type: s2be}
  - {id: a_s4, type: s4}
  - {id: a_s8, type: s8}
  - {id: b_s8, type: s8be}
  - {id: a_f4, type: f4}
  - {id: b_f4, type: f4be}
  - {id: a_f8, type: f8}
  - {id: b_f8, type: f8be}
  - {id: flag, type: b1}
  - {id: flags, type: b1, repeat: expr, repeat-expr: 3}
  - {id: three, type: b3}
  - {id: nine, type: b9}
  - {id: choice, type: b1, enum: choices}
  - {id: many_bits, type: b39}
  - {id: all_bits, type: b64}
  - {id: known, type: u1, enum: choices}
  - {id: known_s8, type: s8, enum: choices}
  - {id: uleb, type: uleb128}
  - {id: sleb, type: sleb128}
  - {id: vlq_le, type: vlq_base128_le}
  - {id: vlq_be, type: vlq_base128_be}
  - {id: text, type: strz}
  - {id: latin, type: str, size: 4, encoding: ISO-8859-1}
  - {id: wide, type: strz, encoding: UTF-16LE}
  - {id: wide_be, type: str, size: 8, encoding: UTF-16BE}
  - {id: padded, type: str, size: 6, pad-right: 32, encoding: ASCII}
  - {id: raw, size: 3}
  - {id: ended, terminator: 10}
  - {id: masked, size: 2, process: xor(7)}
  - {id: len_more, type: u1}
  - {id: more, size: len_more}
  - {id: u2s, type: u2, repeat: expr, repeat-expr: 2}
  - {id: u8s, type: u8, repeat: expr, repeat-expr: 2}
  - {id: s1s, type: s1, repeat: expr, repeat-expr: 2}
  - {id: s8s, type: s8be, repeat: expr, repeat-expr: 2}
  - {id: f4s, type: f4, repeat: expr, repeat-expr: 2}
  - {id: f8s, type: f8be, repeat: expr, repeat-expr: 2}
  - {id: ulebs, type: uleb128, repeat: expr, repeat-expr: 2}
  - {id: slebs, type: sleb128, repeat: expr, repeat-expr: 3}
  - {id: vlqs, type: vlq_base128_be, repeat: expr, repeat-expr: 2}
  - {id: texts, type: strz, encoding: UTF-16LE, repeat: expr, repeat-expr: 2}
  - {id: raws, size: 2, repeat: expr, repeat-expr: 2}
  - {id: kind, type: u1}
  - {id: maybe, type: s4, if: kind != 0}
  - {id: maybe_text, type: strz, if: kind == 3}
  - id: body
    type: {switch-on: kind, cases: &cases {1: s8, 2: u8be, 3: f4, 4: f8be, 5: sleb128, 6: uleb128, 7: pair, 8: note, 9: b7, _: u1}}
  - id: bodies
    type: {switch-on: kind, cases: *cases }
    repeat: expr
    repeat-expr: 2
  - {id: pair, type: pair}
  - {id: num_pairs, type: u1}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: num_pairs}
  - {id: part, type: note, size: 4}
  - {id: ofs_far, type: u2}
instances:
  at_start: {pos: 0, type: s1}
  far: {pos: ofs_far, type: sleb128, if: ofs_far != 0}
  below: {value: -a_u1 - 1}
  most: {value: b_u8 | 0x8000000000000000}
  half: {value: a_u1 / 2.0}
  truth: {value: a_u1 > 3}
  words: {value: '"é" + text'}
  octets: {value: '[1, 2, 255]'}
  numbers: {value: slebs}
  best: {value: "pairs[0]", if: num_pairs > 0}
  sleb_again: {value: sleb}
  sleb_value: {value: sleb.value}
types:
  pair:
    seq:
      - {id: first, type: s2}
      - {id: second, type: sleb128}
    instances:
      sum: {value: first * 3 - 1}
  note:
    seq:
      - {id: size, type: u1}
      - {id: text, type: str, size: 'size % 4'}
enums:
  choices:
    0: nothing
    1: one
    200: many
