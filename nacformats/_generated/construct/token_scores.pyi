# Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
"""Construct structs of Exact scores of a vocabulary (scores.b) beside NAC v1.6."""

from nacformats.codec.constructs import Record

score: Record
token_scores: Record
