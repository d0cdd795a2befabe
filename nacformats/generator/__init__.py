"""From schemas/*.ksy to generated/: the schema reader, an emitter for each target, and the Kaitai compiler."""
