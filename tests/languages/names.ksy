meta:
  id: names
  title: Names that languages have for themselves
  file-extension: names
  endian: le
doc: Types and fields whose names mean something in a language, or in a package.
seq:
  - id: read
    type: u1
  - id: write
    type: u1
  - id: set_a
    type: u1
  - id: a
    type: record
  - id: class
    type: error
  - id: type
    type: string
  - id: num_lists
    type: u1
  - id: lists
    type: list
    repeat: expr
    repeat-expr: num_lists
  - id: empty
    type: b1
  - id: self
    type: b7
  - id: node
    type: u1
    enum: option
  - id: hash_code
    type: u1
  - id: to_string
    type: u1
  - id: to_json
    type: u1
  - id: has_if
    type: u1
  - id: if
    type: u1
    if: has_if == 1
types:
  record: {seq: [{id: get, type: u1}, {id: set, type: u1}, {id: record, type: any}]}
  any: {seq: [{id: value, type: u2}, {id: tree, type: u1}]}
  error: {seq: [{id: message, type: u1}, {id: path, type: u1}]}
  string: {seq: [{id: length, type: u1}, {id: constructor, type: u1}, {id: prototype, type: u1}]}
  list: {seq: [{id: size, type: u1}, {id: count, type: u1}, {id: starts, type: u1}]}
  object: {seq: [{id: get_class, type: u1}, {id: notify, type: u1}]}
  columns: {seq: [{id: copy, type: u1}]}
  vec: {seq: [{id: len, type: u1}]}
  machine: {seq: [{id: new, type: u1}, {id: new_in, type: u1}]}
instances:
  result: {pos: 0, type: object}
  integer: {pos: 0, type: columns}
  box: {pos: 0, type: vec}
  main: {pos: 0, type: machine}
enums:
  option: {0: some, 1: none, 2: 'null', 3: true_one}
  math: {0: inf}
