meta:
  id: merges
  title: Merges of a tokenizer (merges.b) of NAC v1.6
  application: NAC runtime
  file-extension: b
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  encoding: UTF-8
  endian: le
doc: |
  Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best
  one first.

  Nothing in the file says that it is one; it goes by its name, merges.b.
doc-ref: NAC v1.6, section 6.3
seq:
  - id: num_lines
    type: u4
    valid:
      max: 16777216
    doc: |
      Number of lines of the text that the pairs come from. Writers count lines
      that are no pair as well: there may be fewer pairs.
  - id: pairs
    type: pair
    repeat: eos
types:
  pair:
    -columns: true
    -webide-representation: '{left} {right}'
    doc: Two tokens that become one.
    seq:
      - id: len_left
        type: u2
      - id: left
        type: str
        size: len_left
      - id: len_right
        type: u2
      - id: right
        type: str
        size: len_right
