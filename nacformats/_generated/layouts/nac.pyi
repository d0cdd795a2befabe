# Generated from schemas/nac.ksy (sha256 0697d32cc645779cd83cbc6f7c071683f8144ec4c56e47a1ecf5a7c493f8a7c7) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 c043b2d6ac010ab8f26130aef007c7c56120643bf1275c2fab36d56593e66613).
# It imports schemas/tisa.ksy (sha256 c3b89d09ea42458e8c2c33593a0175e05e3ca06df4cb9ed94f29e194014906cb).
"""Layout of Neural Architecture Code (NAC) v1.6: in which order numbers and tables come."""

LAYOUT: None
