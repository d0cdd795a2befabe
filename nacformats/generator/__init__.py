"""From schemas/*.ksy to generated/: the schema reader, one emitter a target, the bridge to the Kaitai compiler."""
