meta:
  id: safetensors
  title: safetensors
  application: safetensors
  file-extension: safetensors
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  encoding: UTF-8
  endian: le
doc: |
  Tensors by name: the length of a header, the header, and the elements of the
  tensors one after the other.

  The header is a JSON object. Each tensor is a member of it with `dtype`,
  `shape` and `data_offsets`, which are where its elements begin and end, in
  bytes from the start of `data`. The member `__metadata__` is none: it holds
  texts by name.

  What the header says is not stated here: it has to be an object, every tensor
  has to be as long as its shape and its dtype say, and together they have to
  take every byte of `data` once.

  Nothing at the start of a file says that it is one.
doc-ref: safetensors, section Format
seq:
  - id: len_header
    type: u8
    valid:
      max: 100000000
    doc: Bytes of the header. The library reads no more than this.
    doc-ref: safetensors, section Format
  - id: header
    type: str
    size: len_header
    doc: |
      A JSON object, which begins with `{`. Spaces may follow it, so that `data`
      begins at a multiple of 8.
    doc-ref: safetensors, section Format
  - id: data
    size-eos: true
    doc: |
      The elements of all tensors, little-endian and in C order, without anything
      between them.
    doc-ref: safetensors, section Format
