"""Fields, rules, enums and representations: what is said about files.

Written by `nacformats generate`. Do not edit.
"""

#: Title, suffix and leading bytes by the name of the schema.
FILES = {
    "mic2": ("mic@2, text form of Mind IR graphs, lines and tokens", ".mic2", b"mic@2"),
    "micb": ("MIC-B v2, binary form of Mind IR graphs", ".micb", b"MICB"),
    "nac": ("Neural Architecture Code (NAC) v1.6", ".nac", b"NAC"),
    "stb": ("SVG-Tensor Binary Format (STB) v0.1", ".stb", b"STB0"),
}
