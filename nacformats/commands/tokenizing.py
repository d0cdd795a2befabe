"""The command `nacformats tokenize`."""

from __future__ import annotations

import json
import re

from nacformats.commands.attachments import text_from, tokenizer_from
from nacformats.commands.inspection.document import comparison_refused, refusals_as_json
from nacformats.commands.opening import about
from nacformats.commands.terminal import DASH, CommandError, show, show_json, show_table, show_text
from nacformats.tokenizer.tokenizer import Encoding

#: Tokens that are shown; the others are counted.
SHOWN_TOKENS = 1000
#: Digits of an id: 32 bits.
_ID = re.compile(r"\d{1,10}")


def show_tokens(
    *,
    model: str,
    text: str | None,
    file: str | None,
    decode: bool,
    special: bool | None,
    resources: str | None,
    full: bool,
    lenient: bool,
    as_json: bool,
) -> None:
    """Show the tokens of a text, or the text of ids; see `nacformats tokenize --help`."""
    if (text is None) == (file is None):
        raise CommandError("give a text, or --file")
    wanted = not decode if special is None else special
    with refusals_as_json(as_json, comparison_refused):
        given = text if text is not None and text != DASH else text_from(file or DASH)
        tokenizer = tokenizer_from(model, resources=resources, strict=not lenient)
        with about(model):
            if decode:
                decoded = tokenizer.decode(_ids_of(given), skip_special_tokens=not wanted)
                if as_json:
                    show_json([json.dumps({"text": decoded}), "\n"])
                else:  # without what a terminal would obey
                    show_text(decoded + "\n", flush=True)
                return
            encoding = tokenizer.encode(given, add_special_tokens=wanted)
            if as_json:
                document = {"ids": encoding.ids, "tokens": encoding.tokens, "offsets": encoding.offsets}
                show_json([json.dumps(document), "\n"])
            else:
                _show_encoding(encoding, given, full=full)


def _ids_of(text: str) -> list[int]:
    """Return the ids in a text such as "1, 2 3" or "[1, 2, 3]"."""
    words = text.strip().removeprefix("[").removesuffix("]").replace(",", " ").split()
    wrong = next((word for word in words if not _ID.fullmatch(word)), None)
    if wrong is not None:
        raise CommandError(f"--decode takes ids, such as 17 4 256: {wrong!r} is none")
    return [int(word) for word in words]


def _show_encoding(encoding: Encoding, text: str, *, full: bool) -> None:
    shown = len(encoding.ids) if full else min(len(encoding.ids), SHOWN_TOKENS)
    rows, end = [], 0  # a character of several tokens is shown once
    for number, token, (start, stop) in zip(encoding.ids[:shown], encoding.tokens, encoding.offsets, strict=False):
        rows.append((str(number), token, f"{start}-{stop}", text[max(start, end) : stop]))
        end = max(end, stop)
    show_table(("id", "token", "offsets", "text"), rows, numbers=("id",))
    if shown < len(encoding.ids):
        show(f"… {len(encoding.ids) - shown:,} more (--all)")
