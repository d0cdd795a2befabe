"""Records that read and write, on nacformats.codec.machine.

Written by `nacformats generate`. Do not edit.
"""
