meta:
  id: wav_like
  title: Sound in a RIFF container
  file-extension: wav
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
  endian: le
doc: A RIFF container of the form WAVE, its chunks, and the format of the samples.
seq:
  - id: magic
    contents: RIFF
  - id: len_body
    type: u4
  - id: body
    type: body
    size: len_body
types:
  body:
    seq:
      - id: form
        contents: WAVE
      - id: chunks
        type: chunk
        repeat: eos
  chunk:
    seq:
      - id: name
        type: str
        size: 4
      - id: len_body
        type: u4
      - id: body
        size: len_body
        type:
          switch-on: name
          cases:
            '"fmt "': sample_format
            '"fact"': fact
            '"cue "': cues
            '"LIST"': list_body
      - id: padding
        type: u1
        valid: 0
        if: len_body % 2 == 1
  sample_format:
    seq:
      - id: encoding
        type: u2
        enum: encoding
      - id: num_channels
        type: u2
        valid:
          min: 1
      - id: samples_per_second
        type: u4
        valid:
          min: 1
      - id: bytes_per_second
        type: u4
        valid: samples_per_second * len_frame
      - id: len_frame_stored
        type: u2
        valid: num_channels * 2
      - id: bits_per_sample
        type: u2
        valid: 16
      - id: extension
        type: format_extension
        if: encoding == encoding::extensible
    instances:
      len_frame:
        value: num_channels * 2
  format_extension:
    seq:
      - id: len_body
        type: u2
        valid: 22
      - id: body
        size: len_body
  fact:
    seq:
      - id: num_samples
        type: u4
  cues:
    seq:
      - id: num_points
        type: u4
      - id: points
        type: cue
        repeat: expr
        repeat-expr: num_points
  cue:
    seq:
      - id: number
        type: u4
      - id: position
        type: u4
      - id: name
        type: str
        size: 4
      - id: offsets
        type: u4
        repeat: expr
        repeat-expr: 3
  list_body:
    seq:
      - id: form
        type: str
        size: 4
        valid:
          any-of: ['"INFO"', '"adtl"']
      - id: entries
        type: list_entry
        repeat: eos
  list_entry:
    seq:
      - id: name
        type: str
        size: 4
      - id: len_text
        type: u4
      - id: text
        size: len_text
enums:
  encoding:
    1: pcm
    3: floats
    0xfffe: extensible
