meta:
  id: binary32
  title: A number of IEEE 754 binary32
  tags:
    - serialization
  license: MIT
  ks-version: '0.11'
  endian: le
doc: |
  A floating point number of 32 bits. Its bits count; `number` shows them.
doc-ref: https://en.wikipedia.org/wiki/Single-precision_floating-point_format
-webide-representation: '{number:dec}'
seq:
  - id: bits
    type: u4
instances:
  exponent:
    value: bits / 0x800000 % 0x100
    doc: As it is stored, biased by 127; 0 and 255 are special.
  scale:
    value: >-
      (exponent % 2 == 0 ? 1.0 : 2.0)
      * (exponent / 2 % 2 == 0 ? 1.0 : 4.0)
      * (exponent / 4 % 2 == 0 ? 1.0 : 16.0)
      * (exponent / 8 % 2 == 0 ? 1.0 : 256.0)
      * (exponent / 16 % 2 == 0 ? 1.0 : 65536.0)
      * (exponent / 32 % 2 == 0 ? 1.0 : 4294967296.0)
      * (exponent / 64 % 2 == 0 ? 1.0 : 1.8446744073709552e19)
      * (exponent / 128 % 2 == 0 ? 1.0 : 3.402823669209385e38)
    doc: 2 to the power of `exponent`.
  number:
    value: >-
      (bits < 0x80000000 ? 1.0 : -1.0)
      * (exponent < 255
      ? (exponent == 0 ? bits % 0x800000 * 2 : bits % 0x800000 + 0x800000)
      * scale / 1.42724769270596e45
      : (bits % 0x800000 == 0 ? exponent * 1.0e308
      : exponent * 1.0e308 - exponent * 1.0e308))
    doc: The number; exact, but all NaNs look the same.
