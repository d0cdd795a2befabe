"""Readers and writers of repeated records as arrays, one module a schema.

Written by `nacformats generate`. Do not edit.
"""

from nacformats._generated.columns import gguf as gguf
from nacformats._generated.columns import mep as mep
from nacformats._generated.columns import merges as merges
from nacformats._generated.columns import micb as micb
from nacformats._generated.columns import nac as nac
from nacformats._generated.columns import stb as stb
from nacformats._generated.columns import tisa as tisa
from nacformats._generated.columns import token_scores as token_scores
from nacformats._generated.columns import vidx as vidx
from nacformats._generated.columns import vocab as vocab
