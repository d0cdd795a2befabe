meta:
  id: vidx
  title: Index of a vocabulary by id (vidx.b) of NAC v1.6
  application: NAC runtime
  file-extension: b
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  endian: le
doc: |
  Where the entry of each token id is in `vocab`.

  Nothing in the file says that it is one; it goes by its name, vidx.b.
doc-ref: NAC v1.6, section 6.3
seq:
  - id: num_ids
    type: u4
    valid:
      max: 16777216
    doc: The largest id and 1.
  - id: offsets
    type: entry_offset
    repeat: expr
    repeat-expr: num_ids
    doc: By id.
types:
  entry_offset:
    -columns: true
    -webide-representation: '{ofs_entry:dec}'
    doc: Where an entry is.
    seq:
      - id: ofs_entry
        type: u4
        doc: |
          In bytes, from the first entry of the vocabulary on. Ids without a token
          have 0, and so has the first entry.
