# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Layout of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: in which order numbers and tables come."""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout, LayoutTable

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = FileLayout("mep", (LayoutTable("instructions", "plan_instruction", ""),))
