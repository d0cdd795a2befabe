# Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Safetensors(KaitaiStruct):
    """Tensors by name: the length of a header, the header, and the elements of the
    tensors one after the other.

    The header is a JSON object. Each tensor is a member of it with `dtype`,
    `shape` and `data_offsets`, which are where its elements begin and end, in
    bytes from the start of `data`. The member `__metadata__` is none: it holds
    texts by name.

    What the header says is not stated here: it has to be an object, every tensor
    has to be as long as its shape and its dtype say, and together they have to
    take every byte of `data` once.

    Nothing at the start of a file says that it is one.

    .. seealso::
       safetensors, section Format
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(Safetensors, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.len_header = self._io.read_u8le()
        if not self.len_header <= 100000000:
            raise kaitaistruct.ValidationGreaterThanError(100000000, self.len_header, self._io, u"/seq/0")
        self.header = str(self._io.read_bytes(self.len_header), u"UTF-8")
        self.data = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
