meta:
  id: scores
  title: Scores of a game
  file-extension: scores
  license: CC0-1.0
  endian: le
doc: A list of names and scores.
seq:
  - id: magic
    contents: SCOR
  - id: num_entries
    type: u1
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
types:
  entry:
    -webide-representation: '{name}: {score:dec}'
    seq:
      - id: len_name
        type: u1
      - id: name
        type: str
        size: len_name
        encoding: UTF-8
      - id: score
        type: u2
