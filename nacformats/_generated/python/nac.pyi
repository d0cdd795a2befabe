# Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Generated from nac.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
