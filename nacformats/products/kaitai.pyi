"""Parsers by the Kaitai Struct compiler, one class a schema.

Written by `nacformats generate`. Do not edit.
"""

from nacformats._generated.kaitai.binary32 import Binary32 as Binary32
from nacformats._generated.kaitai.gguf import Gguf as Gguf
from nacformats._generated.kaitai.glyph import Glyph as Glyph
from nacformats._generated.kaitai.mep import Mep as Mep
from nacformats._generated.kaitai.merges import Merges as Merges
from nacformats._generated.kaitai.mic2 import Mic2 as Mic2
from nacformats._generated.kaitai.micb import Micb as Micb
from nacformats._generated.kaitai.nac import Nac as Nac
from nacformats._generated.kaitai.safetensors import Safetensors as Safetensors
from nacformats._generated.kaitai.stb import Stb as Stb
from nacformats._generated.kaitai.tisa import Tisa as Tisa
from nacformats._generated.kaitai.token_scores import TokenScores as TokenScores
from nacformats._generated.kaitai.uleb128 import Uleb128 as Uleb128
from nacformats._generated.kaitai.vidx import Vidx as Vidx
from nacformats._generated.kaitai.vocab import Vocab as Vocab
