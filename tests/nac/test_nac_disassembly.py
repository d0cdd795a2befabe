"""The program, one line an instruction."""

from __future__ import annotations

import nacformats
from nacformats.formats.nac.file.disassembly import disassemble
from tests.nac.samples import COMPLETE, GOLDEN, changed


def test_the_golden_file() -> None:
    text = [str(line) for line in disassemble(nacformats.loads(GOLDEN))]
    assert text == [
        '00000074  02 00                    %0     <INPUT>  ; "x"',
        '00000076  02 01 02 00 07 00        %1     <INPUT> param 7 "w"',
        "0000007c  c9 64 01 00 32 00 fe ff 00 00 ff ff  %2     custom.op %0, #50=[1, 2], %1",
        "00000088  03 00 02 00 00 00 ff ff  %3     <OUTPUT> %2",
    ]


def test_every_instruction_is_its_bytes() -> None:
    file = nacformats.loads(COMPLETE)
    lines = list(disassemble(file))
    assert b"".join(line.raw for line in lines) == bytes(
        file.source.view[slice(*file.sections.ops.columns.starts[[0, -1]].tolist())]
    )
    assert [line.index for line in lines] == list(range(15))
    assert lines[3].operands == ("state 0",)
    assert lines[6].operands[1:4] == ("#11=[1, -1, 2147483647]", "#13=0.5", "#4=True")
    assert (lines[6].name, lines[6].signature) == ("aten.view.default", "TSfbsc")
    assert lines[4].comment == '"größe"'


def test_what_cannot_be_told() -> None:
    rows = [(None, 2, 1, (1, 77), ()), (None, 99, 1, (), (-1, 5)), (None, 3, 0, (1, 0), (-1,))]
    data = {"parameters": [], "inputs": [(0, "a\x1b[31m")], "tensors": []}
    file = nacformats.loads(changed(OPS=rows, MMAP=[], num_outputs=1, DATA=data), strict=False)
    first, second, _ = disassemble(file)
    assert (first.operands, first.comment) == (("param 77",), '"a\\x1b[31m"')
    assert (second.name, second.operands) == ("? 99", ("<takes a result that does not exist yet>",))


def test_long_constants_are_cut() -> None:
    rows = [(None, 2, 0, (), ()), (None, 17, 1, (1, 1), (-1, 0)), (None, 3, 0, (1, 0), (-1,))]
    listed = list(range(1000))
    data = changed(OPS=rows, MMAP=[], num_outputs=1, PERM=[(1, "TS")], CNST=[(1, 5, 1000, listed)])
    line = list(disassemble(nacformats.loads(data)))[1]
    assert line.operands[1].startswith("#1=[0, 1, 2")
    assert line.operands[1].endswith("...")
    assert len(line.operands[1]) < 80
