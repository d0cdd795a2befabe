"""Python as a program that speaks the protocol of docs/languages.md: python -m tests.conformance.nacdump --serve."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.conformance.answers import ERROR, LIMIT, NO, Answer, answer_of_machine
from tests.conformance.schemas import subjects


def answer(schema: str, path: str) -> Answer:
    subject = next((each for each in subjects() if each.name == schema), None)
    if subject is None:
        return [ERROR, "no such schema"]
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        return [ERROR, str(error)]
    found = answer_of_machine(subject, data)
    return found if found[0] != LIMIT else [NO, "", 0, found[1]]


def main() -> None:
    for line in sys.stdin:
        schema, _, path = line.rstrip("\n").partition("\t")
        sys.stdout.write(json.dumps(answer(schema, path), ensure_ascii=False) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
