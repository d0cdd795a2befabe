# Generated from schemas/tisa.ksy (sha256 09f59e7504cc9af473735dbac554a4faddea59b5fb8ee2166af751dfce3886c7) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of TISA v1 (tokenizer manifest)."""

from typing import Any

TISA: Any
