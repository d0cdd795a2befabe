meta:
  id: clashes
  title: Names that are different in a schema, and would be one where a generator changes them
  file-extension: clashes
  endian: le
seq:
  - {id: static, type: u1, enum: ab}
  - {id: static_, type: u1, enum: a_b}
  - {id: static__, type: u1, enum: list}
  - {id: class, type: u1, enum: list_enum}
  - {id: class_, type: ab_record}
  - {id: values, type: u1}
  - {id: values_, type: u1}
  - {id: keys, type: u1}
  - {id: errno, type: u1}
  - {id: linux, type: u1}
  - {id: foo_bar, type: foo_bar}
  - {id: foobar, type: foobar}
  - {id: foo__bar, type: u1}
  - {id: read, type: read}
  - {id: read_, type: write}
  - {id: rooted, type: r_o_o_t}
  - {id: first, type: a}
  - {id: second, type: a_x}
  - {id: third, type: any}
types:
  foo_bar: {seq: [{id: node, type: u1}, {id: node_, type: u1}, {id: has, type: u1}]}
  foobar: {seq: [{id: u4le, type: u4, enum: u4le}]}
  ab_record: {seq: [{id: set_a, type: u1}, {id: a, type: u1}, {id: get_a, type: u1}]}
  any: {seq: [{id: any, type: u1}, {id: uint8_t, type: u1}, {id: record, type: u1}, {id: nacf_value, type: u1}]}
  read: {seq: [{id: len, type: u1}]}
  write: {seq: [{id: len, type: u2}]}
  r_o_o_t: {seq: [{id: one, type: u2}]}
  a:
    seq: [{id: x_y, type: {switch-on: _parent.keys, cases: {0: read, 1: write, 2: foo_bar, 3: foobar, _: read}}}]
  a_x:
    seq: [{id: y, type: {switch-on: _parent.keys, cases: {0: foobar, 1: foo_bar, 2: write, 3: read, _: write}}}]
enums:
  ab: {0: c_d, 1: one}
  a_b: {0: c, 1: d}
  ab_c: {0: d}
  list: {0: some}
  list_enum: {0: none, 1: class, 2: class_}
  u4le: {0: zero}
