meta:
  id: vocab
  title: Vocabulary of a tokenizer (vocab.b) of NAC v1.6
  application: NAC runtime
  file-extension: b
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  imports:
    - binary32
  encoding: UTF-8
  endian: le
doc: |
  The tokens, in the order of their code points, so that one can be found by
  bisection, with their ids and scores. `vidx` finds a token by its id.

  Nothing in the file says that it is one; it goes by its name, vocab.b.
doc-ref: NAC v1.6, section 6.3
seq:
  - id: num_entries
    type: u4
    valid:
      max: 16777216
    doc: Number of tokens.
  - id: offsets
    type: entry_offset
    repeat: expr
    repeat-expr: num_entries
    doc: Where each entry is.
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
    doc: One after the other, as the offsets say.
types:
  entry_offset:
    -columns: true
    -webide-representation: '{ofs_entry:dec}'
    doc: Where an entry is.
    seq:
      - id: ofs_entry
        type: u4
        doc: In bytes, from the first entry on.
  entry:
    -columns: true
    -webide-representation: '{id_token:dec}: {token}'
    doc: A token.
    seq:
      - id: len_token
        type: u2
      - id: token
        type: str
        size: len_token
      - id: id_token
        type: s4
      - id: score
        type: binary32
        doc: |
          Logarithm of its probability, for UNIGRAM_ENCODE. Writers of v1.6 write
          0 for all tokens.
