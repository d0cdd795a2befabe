"""Texts of every kind, for comparing tokenizers."""

from __future__ import annotations

import random
from unicodedata import ucd_3_2_0

#: Words and signs of many scripts, white space, control characters, and what is special to some tokenizer.
PARTS = (
    *(
        "the quick brown fox",
        " jumps over",
        "Hello, World!",
        "don't",
        "I'LL it's",
        "naïve café",
        "a.b,c;d",
        "@#$%^&*()",
    ),
    *(
        "привет мир",
        "中文字符",
        "日本語のテキスト",
        "한국어",
        "עברית שלום",
        "العربية مرحبا",
        "हिन्दी नमस्ते",
        "ไทย",
        "Σας",
        "ΑΣ",
    ),
    *(
        "👩‍👩‍👧‍👦",
        "🏳️‍🌈",
        "👍🏽",
        "🇩🇪",
        "😀",
        "e\u0301",
        "o\u0308\u0301",
        "\u0301",
        "中\u0300",
        "ﬁ",
        "Å",
        "½²³",
        "①",
        "ſ",
        "İ",
        "ß",
    ),
    *("１２３", "ｆｕｌｌ", "123", "3.14159", "def f(x):\n    return x", "!!!", "...", "https://example.com/?q=1&r=2"),
    *(" ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", "\x0b", "\x0c", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003"),
    *("\u2028", "\u2029", "\u202f", "\u3000", "\u200b", "\u200d", "\ufeff", "\u202e", "\x00", "\x01", "\x1b", "\x7f"),
    *(
        "\ufffd",
        "\u2581",
        "\u2581\u2581",
        "\u2581a",
        "Ġ",
        "Ċ",
        "##",
        "<",
        "|",
        ">",
        "[",
        "]",
        "\ue000",
        "\uf8f0",
        "\U0010ffff",
    ),
    *(
        "<s>",
        "</s>",
        "<unk>",
        "<pad>",
        "<mask>",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "[UNK]",
        "[cls]",
        "<|endoftext|>",
        "<0x0A>",
    ),
    *("<ｓ>", "<s", "|>", "aaaaaaaaaaaa", "x" * 130, "A", "z", "-", "_", "'", '"', "\\", "/"),
)
#: What is at a border of something.
EDGES = ("", " ", "  ", "\n", "\u2581", "\u2581a", " a", "a ", "<s>", "<s> a", " <s>", "a<s>b", "<s><s>", "[CLS] [SEP]")


def texts(count: int, seed: int = 0) -> list[str]:
    """Texts of 1 to 20 parts, some with random characters at the end.

    The libraries know different versions of Unicode, so the random ones are from an old one, which all of them know.
    """
    source = random.Random(seed)
    made = list(EDGES[:count])
    while len(made) < count:
        text = "".join(
            source.choice(PARTS) + source.choice(("", "", " ")) for _ in range(source.choice((1, 2, 3, 5, 8, 20)))
        )
        if source.random() < 0.15:
            text += "".join(_character(source) for _ in range(6))
        made.append(text)
    return made


def _character(source: random.Random) -> str:
    while True:
        character = chr(source.randrange(source.choice((0x250, 0x3100, 0xFFFE, 0x110000))))
        if ucd_3_2_0.category(character) not in ("Cn", "Cs"):
            return character
