meta:
  id: dns_packet
  title: DNS message
  file-extension: dns
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
  endian: be
doc: |
  A message of the domain name system: a header with flags, questions and
  resource records. Compressed names are read as pointers and not followed.
seq:
  - id: transaction_id
    type: u2
  - id: is_response
    type: b1
  - id: operation
    type: b4
    enum: operation
  - id: is_authoritative
    type: b1
  - id: is_truncated
    type: b1
  - id: recursion_desired
    type: b1
  - id: recursion_available
    type: b1
  - id: reserved
    type: b3
    valid: 0
  - id: response_code
    type: b4
    valid:
      max: 5
  - id: num_questions
    type: u2
  - id: num_answers
    type: u2
  - id: num_authorities
    type: u2
  - id: num_additionals
    type: u2
  - id: questions
    type: question
    repeat: expr
    repeat-expr: num_questions
  - id: answers
    type: resource
    repeat: expr
    repeat-expr: num_answers
  - id: authorities
    type: resource
    repeat: expr
    repeat-expr: num_authorities
  - id: additionals
    type: resource
    repeat: expr
    repeat-expr: num_additionals
types:
  domain_name:
    seq:
      - id: labels
        type: label
        repeat: until
        repeat-until: _.len_text == 0 or _.len_text >= 192
  label:
    seq:
      - id: len_text
        type: u1
        valid:
          expr: _ < 64 or _ >= 192
        doc: Length of a label, or the upper bits of a pointer.
      - id: pointer
        type: u1
        if: len_text >= 192
      - id: text
        type: str
        size: 'len_text < 64 ? len_text : 0.as<u1>'
  question:
    seq:
      - id: name
        type: domain_name
      - id: kind
        type: u2
        enum: kind
      - id: name_class
        type: u2
        valid:
          any-of: [1, 3, 4, 255]
  resource:
    seq:
      - id: name
        type: domain_name
      - id: kind
        type: u2
        enum: kind
      - id: name_class
        type: u2
        valid:
          any-of: [1, 3, 4]
      - id: time_to_live
        type: s4
        valid:
          min: 0
      - id: len_body
        type: u2
      - id: body
        size: len_body
        type:
          switch-on: kind
          cases:
            'kind::a': address
            'kind::ns': domain_name
            'kind::cname': domain_name
            'kind::mx': mail_exchange
            'kind::txt': texts
            'kind::aaaa': long_address
  address:
    seq:
      - id: octets
        type: u1
        repeat: expr
        repeat-expr: 4
  long_address:
    seq:
      - id: groups
        type: u2
        repeat: expr
        repeat-expr: 8
  mail_exchange:
    seq:
      - id: preference
        type: u2
      - id: host
        type: domain_name
  texts:
    seq:
      - id: texts
        type: counted_text
        repeat: eos
  counted_text:
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
enums:
  operation:
    0: query
    1: inverse_query
    2: status
  kind:
    1: a
    2: ns
    5: cname
    15: mx
    16: txt
    28: aaaa
