"""Fields, rules, enums and representations: what is said about files.

Written by `nacformats generate`. Do not edit.
"""

#: Title, suffix and leading bytes by the name of the schema.
FILES = {
    "gguf": ("GGUF v2 and v3", ".gguf", b"GGUF"),
    "merges": ("Merges of a tokenizer (merges.b) of NAC v1.6", ".b", b""),
    "mic2": ("mic@2, text form of Mind IR graphs, lines and tokens", ".mic2", b"mic@2"),
    "micb": ("MIC-B v2, binary form of Mind IR graphs", ".micb", b"MICB"),
    "nac": ("Neural Architecture Code (NAC) v1.6, v1.7 and v1.8", ".nac", b"NAC"),
    "safetensors": ("safetensors", ".safetensors", b""),
    "stb": ("SVG-Tensor Binary Format (STB) v0.1", ".stb", b"STB0"),
    "tisa": ("TISA v1 (tokenizer manifest)", ".tisa", b"TISA"),
    "token_scores": ("Exact scores of a vocabulary (scores.b) beside NAC v1.6", ".b", b""),
    "vidx": ("Index of a vocabulary by id (vidx.b) of NAC v1.6", ".b", b""),
    "vocab": ("Vocabulary of a tokenizer (vocab.b) of NAC v1.6", ".b", b""),
}
