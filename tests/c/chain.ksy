meta:
  id: chain
  endian: le
seq:
  - id: first
    type: link
types:
  link:
    seq:
      - id: ofs_next
        type: u1
      - id: kind
        type: u1
      - id: inner
        type: link
        if: kind == 1
    instances:
      next:
        pos: ofs_next
        type: link
        if: ofs_next != 0
