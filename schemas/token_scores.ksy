meta:
  id: token_scores
  title: Exact scores of a vocabulary (scores.b) beside NAC v1.6
  application: NAC runtime
  file-extension: b
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  endian: le
doc: |
  The scores of a Unigram model as numbers of 64 bits, where the 32 bits that
  `vocab` has for them would change one, and with it what is the best way to
  cut a text. NAC v1.6 knows no such file; who does not know it reads `vocab`.

  Nothing in the file says that it is one; it goes by its name, scores.b.
seq:
  - id: num_scores
    type: u4
    valid:
      max: 16777216
    doc: As many as `vocab` has entries.
  - id: scores
    type: score
    repeat: expr
    repeat-expr: num_scores
    doc: In the order of the entries of `vocab`.
types:
  score:
    -columns: true
    -webide-representation: '{bits:dec}'
    doc: Logarithm of the probability of a token.
    seq:
      - id: bits
        type: u8
        doc: Those of a floating point number, IEEE 754 binary64.
