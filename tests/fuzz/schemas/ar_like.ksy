meta:
  id: ar_like
  title: Archive of members with headers of text
  file-extension: a
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
doc: |
  A Unix archive, with the fields of a header as text of a fixed width. Sizes
  are numbers here, not text: the digits of a number cannot be derived.
seq:
  - id: magic
    contents: "!<arch>\n"
  - id: members
    type: entry
    repeat: eos
types:
  entry:
    seq:
      - id: name
        type: str
        size: 16
      - id: modified
        type: str
        size: 12
      - id: owner
        type: str
        size: 6
      - id: len_data
        type: u4be
      - id: end
        contents: "`\n"
      - id: data
        size: len_data
      - id: padding
        contents: "\n"
        if: len_data % 2 == 1
