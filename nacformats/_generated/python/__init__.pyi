"""Records that read and write, on nacformats.codec.trees.

Written by `nacformats generate`. Do not edit.
"""
