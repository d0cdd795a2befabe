"""Records of a schema as the steps of one pass, of which every target makes its columns.

`lowering` turns a record type into the intermediate form of `steps`; `inlining` does so for expressions, whose results
stay within 64 bits.
"""
