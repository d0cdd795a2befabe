"""The generator of generated/ from schemas/*.ksy: schema reader, an emitter for each target, Kaitai compiler."""
