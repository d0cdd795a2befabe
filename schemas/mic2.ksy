meta:
  id: mic2
  title: mic@2, text form of Mind IR graphs, lines and tokens
  application: MIND compiler
  file-extension: mic2
  tags:
    - machine-learning
    - serialization
  license: MIT
  ks-version: '0.11'
  encoding: UTF-8
doc: |
  Lines and tokens of a mic@2 text in canonical spelling: one blank between
  tokens, no other white space, no empty lines, no comments, and no newline
  after the last line. The tokens of such a text, joined by blanks, and its
  lines, joined by newlines, are the text again.

  This is for the Web IDE. Other white space, and comments before the header, are
  legal in mic@2 but not read here. The schema does not check what the tokens
  mean (ids, arity, references).
doc-ref: mic@2 Text Format Specification, Grammar
seq:
  - id: magic
    contents: mic@2
  - id: lines
    type: line
    repeat: eos
types:
  line:
    -webide-representation: '{content}'
    seq:
      - id: newline
        contents: "\n"
        doc: The end of the line before this one.
      - id: content
        type: declaration
        terminator: 0x0a
        consume: false
        eos-error: false
  declaration:
    doc: |
      A declaration. Types count from 0 and carry their number; values count
      from 0 in the order of their lines and do not.
    -webide-representation: '{kind}: {tokens:sep= }'
    seq:
      - id: tokens
        type: token
        repeat: until
        repeat-until: _io.eof
    instances:
      head:
        value: tokens[0].text
        doc: What the line is, or the token of an operation.
      kind:
        value: >-
          head == "S" ? line_kind::symbol : head == "a" ? line_kind::arg :
          head == "p" ? line_kind::param : head == "O" ? line_kind::output :
          head.substring(0, 1) == "T" ? line_kind::tensor_type :
          head.substring(0, 1) == "#" ? line_kind::comment : line_kind::node
        doc: What the first token says.
  token:
    -webide-representation: '{text}'
    seq:
      - id: text
        type: str
        terminator: 0x20
        eos-error: false
        valid:
          expr: _.length > 0
        doc: Never empty, or there would be two blanks or an empty line.
enums:
  line_kind:
    0:
      id: symbol
      doc: '`S name`: a symbolic dimension'
    1:
      id: tensor_type
      doc: '`T<index> dtype dims...`'
    2:
      id: arg
      doc: '`a name T<index>`: an input of the graph'
    3:
      id: param
      doc: '`p name T<index>`: a weight'
    4:
      id: node
      doc: '`opcode inputs... params...`: an operation'
    5:
      id: output
      doc: '`O id`: the result, the last line'
    6:
      id: comment
      doc: '`# ...`: legal, but not in canonical text'
