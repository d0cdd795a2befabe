"""The tokenizer of the sections `proc` and `rsrc`: a TISA manifest and its resources (NAC v1.6, section 6)."""
