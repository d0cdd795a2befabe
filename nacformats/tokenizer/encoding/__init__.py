"""Runs a manifest: text to ids, and to the places in the text that they are for.

Text goes through stages. A stage takes a list of fragments and gives another one; a fragment is text that is
still open, or what a protected rule has recognised. Each stage works on plain text (fast) and on text that remembers
where each of its characters comes from (for offsets).
"""
