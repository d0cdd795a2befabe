"""Construct structs, one a schema.

Written by `nacformats generate`. Do not edit.
"""

from nacformats._generated.construct.binary32 import binary32 as binary32
from nacformats._generated.construct.gguf import gguf as gguf
from nacformats._generated.construct.glyph import glyph as glyph
from nacformats._generated.construct.mep import mep as mep
from nacformats._generated.construct.merges import merges as merges
from nacformats._generated.construct.mic2 import mic2 as mic2
from nacformats._generated.construct.micb import micb as micb
from nacformats._generated.construct.nac import nac as nac
from nacformats._generated.construct.safetensors import safetensors as safetensors
from nacformats._generated.construct.stb import stb as stb
from nacformats._generated.construct.tisa import tisa as tisa
from nacformats._generated.construct.token_scores import token_scores as token_scores
from nacformats._generated.construct.uleb128 import uleb128 as uleb128
from nacformats._generated.construct.vidx import vidx as vidx
from nacformats._generated.construct.vocab import vocab as vocab
