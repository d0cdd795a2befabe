# Generated from schemas/mep.ksy (sha256 c043b2d6ac010ab8f26130aef007c7c56120643bf1275c2fab36d56593e66613) by `nacformats generate`. Do not edit.
"""Layout of Model Execution Plan (MEP) bytecode of NAC v1.6: in which order numbers and tables come."""

from nacformats.codec.layouts import Layout

LAYOUT: Layout
