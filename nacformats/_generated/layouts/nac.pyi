# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
"""Layout of Neural Architecture Code (NAC) v1.6: in which order numbers and tables come."""

LAYOUT: None
