"""Every limit that the package sets, each a named constant.

A limit that the file format itself sets (a field's width) follows from the schema and is not repeated here.
The readers take a Limits object; raise one limit with `dataclasses.replace(DEFAULT_LIMITS, values=1_000_000)`.
"""

from __future__ import annotations

from nacformats.plain import PlainValue

#: mic@2, security limits: largest input in bytes (10 MB = 10 * 1024 * 1024); the text writer obeys it as well.
MAX_MIC_INPUT_BYTES = 10 * 1024 * 1024
#: mic@2: most lines of a text; MIC-B: most symbols and most types, each of which is a line as text.
MAX_MIC_LINES = 1_000_000
#: MIC-B and mic@2: most values of a graph.
MAX_MIC_VALUES = 100_000
#: MIC-B and mic@2: most dimensions of a type.
MAX_MIC_RANK = 32
#: MIC-B: most strings in the string table.
MAX_MIC_STRINGS = 1_000_000
#: MIC-B: longest string in bytes.
MAX_MIC_STRING_BYTES = 64 * 1024
#: mic@2: most digits of a number (2^64 - 1 has 20).
MAX_MIC_DIGITS = 20

#: STB: most findings of one rule that a check lists; the last one says how many more there are. MIC-B and mic@2: most
#: errors that a check lists.
MAX_FINDINGS = 100

#: inspect: longest text of a cell, a field or an object that is shown, in characters; the rest is only counted. Any
#: number of records may refer to one long name.
MAX_SHOWN_TEXT = 200

#: Most bytes that are read from standard input, a pipe or a device, which may never end, and from a file that is not
#: mapped.
MAX_STREAM_BYTES = 1024**3

#: Plans: most bytes of bytecode, each of which may be an instruction that takes a kilobyte in memory, and most
#: characters of assembler text. Jumps reach 32 KiB.
MAX_PLAN_BYTES = 256 * 1024
MAX_PLAN_TEXT = 16 * 1024 * 1024

#: Trees: most bytes between two parts of a file that is written and was not read, since a position may be any number.
MAX_GAP_BYTES = 64 * 1024**2

#: Compiling ONNX: longest file of a model in bytes, which is the longest that protobuf reads.
ONNX_FILE_BYTES = 2**31 - 1
#: Compiling ONNX: computing time and memory of the process in which the onnx package works on a model, in seconds and
#: bytes, for any model and more for its size without its large tensors. The process is also given up after that many
#: times the seconds, however much of that it had to wait.
ONNX_SECONDS = 2
ONNX_SECONDS_PER_MEGABYTE = 10
ONNX_PATIENCE = 5
ONNX_MEMORY = 192 * 1024**2
ONNX_MEMORY_PER_BYTE = 64
#: Compiling ONNX: most values of the graph, steps of nodes in loops, and elements of tables that nodes are replaced by,
#: for any model, and how many more values and steps for each kilobyte of it.
ONNX_VALUES = 16_384
ONNX_STEPS = 65_536
ONNX_ELEMENTS = 4 * 1024**2
ONNX_GROWTH = 256
#: Compiling ONNX: most dimensions of a tensor, as NumPy has it; most sizes that are computed as one list.
ONNX_RANK = 64
ONNX_SIZES = 4096
#: compile --check: seconds of computing time that onnxruntime may take, and more for each second that the runtime took.
CHECK_SECONDS = 60
CHECK_TIMES = 20

#: Longest schema that --schema reads, in bytes.
MAX_SCHEMA_BYTES = 1024 * 1024
#: Schemas: how deep their YAML, and the brackets and the operators of an expression, may be nested; most values of the
#: YAML, those counted again that an alias refers to; longest expression in characters.
MAX_SCHEMA_DEPTH = 64
MAX_SCHEMA_NODES = 200_000
MAX_BRACKETS = 40
MAX_EXPRESSION = 32_768
#: Schemas: most fields, instances and params of a type.
MAX_SCHEMA_MEMBERS = 1_000
#: Schemas: most schemas that one imports, directly or not.
MAX_IMPORTS = 64
#: Trees, fuzzing: most bits of a number that an expression computes, and most elements, bytes or characters of what it
#: joins.
MAX_COMPUTED_BITS = 4_096
MAX_JOINED = 1024 * 1024
#: Trees: how many records any file may have, since records need not take bytes; longer ones may have more.
LEAST_RECORDS = 32 * 1024

#: Trees: most elements in a row that take no bytes, of any list: nothing else bounds them.
MAX_EMPTY = 4_096
#: Trees: most bytes that a field which is packed by zlib unpacks to.
MAX_INFLATED_BYTES = 64 * 1024 * 1024

#: Longest header of a safetensors file in bytes; that of the library safetensors.
MAX_WEIGHTS_HEADER_BYTES = 100_000_000

#: GGUF: most arrays in its metadata that are inside of others. Arrays of numbers and of texts may be of any length.
MAX_NESTED_ARRAYS = 65_536

#: Most shards of external weights.
MAX_WEIGHTS_SHARDS = 1024
#: Longest sidecar of an STB file in bytes.
MAX_SIDECAR_BYTES = 16 * 1024 * 1024

#: extract: most files, which are all open at once until they are complete; longest name of a file or a folder in bytes,
#: which the usual file systems take, and longest path.
MAX_EXTRACTED_FILES = 512
MAX_EXTRACTED_NAME_BYTES = 255
MAX_EXTRACTED_PATH_BYTES = 1024

#: view: most bytes of a file that its page holds; the page of a larger one asks for the file.
MAX_EMBEDDED_BYTES = 32 * 1024 * 1024
#: view: most tensors, most things in fast memory and most lines of a plan that a report lists.
MAX_REPORTED = 100_000
#: view: longest program in which blocks are looked for, and whose results get types; most bytes of weights that are
#: made for those.
MAX_BLOCKS_ROWS = 50_000
MAX_TYPED_ROWS = 20_000
MAX_TYPED_BYTES = 64 * 1024 * 1024

#: query: most records of a tree that become rows, and most bytes of memory that the database takes for a query.
MAX_QUERIED_ROWS = 2_000_000
MAX_QUERY_MEMORY = 2 * 1024**3

#: diff: how often a byte of a tensor is compared at most, where tensors of an STB file share their bytes.
MAX_TIMES_COMPARED = 64
#: diff: how many places beside programs and parameters are kept; the others are counted.
MAX_PLACES_COMPARED = 100_000
#: diff: how many rows of programs are kept; where there are more, those that are equal are counted instead.
MAX_ROWS_COMPARED = 200_000

#: Runtime: the share of the memory of the machine (or of what its control group allows) that a run may take by default,
#: however small its file is.
MEMORY_SHARE = 0.5
#: Runtime: what is taken for the memory of a machine that does not say how much it has, in bytes.
UNKNOWN_MEMORY = 8 * 1024**3
#: Runtime: operations on tensors of up to this many bytes are not estimated, unless numbers decide what they cost.
UNESTIMATED_BYTES = 4096
#: Runtime: from this many bytes, or multiply-adds, on an operation runs in a thread of its own, and is watched.
WATCHED_BYTES = 256 * 1024**2
WATCHED_WORK = 2_000_000_000
#: Runtime: from this many multiply-adds on, about half a millisecond of one core, an operation takes several threads.
THREADED_WORK = 8_000_000
#: Runtime: how far the memory of the process may grow past the budget before a watched operation is given up.
MEMORY_SLACK = 256 * 1024**2
#: Runtime: multiply-adds that no core does in a second; what would take longer even so is refused when time is limited.
WORK_PER_SECOND = 1_000_000_000_000

#: Runtime: most parts that an operation may split an array into.
MAX_PARTS = 65_536
#: Tokenizer: longest text that is encoded at once, in characters.
MAX_TOKENIZED_TEXT = 16 * 1024**2
#: Tokenizer: longest text that ids are decoded to at once, in characters of the tokens.
MAX_DECODED_TEXT = 64 * 1024**2
#: Tokenizer: what transforms may add to a text: that many times its length, and always that many characters.
MAX_GROWTH = 16
MIN_GROWN_TEXT = 256 * 1024
#: Tokenizer: most seconds of the processor that one call may take: for any text, and more for each character. The same
#: for compiling a tokenizer.json, and for each character of it.
MAX_TOKENIZER_SECONDS = 1.5
MAX_TOKENIZER_SECONDS_PER_CHARACTER = 20e-6
MAX_COMPILING_SECONDS = 2.0
MAX_COMPILING_SECONDS_PER_CHARACTER = 3e-6
#: Tokenizer: largest tokenizer.json in bytes; the largest ones that are known have 35 MB.
MAX_TOKENIZER_JSON_BYTES = 256 * 1024**2
#: Tokenizer: how deep the components of a tokenizer.json may be inside of each other, and how many ids of a vocabulary
#: may be without a token: `vidx.b` has an entry for each id, whether or not there is a token.
MAX_COMPONENT_DEPTH = 32
MAX_UNUSED_IDS = 2**20
#: Tokenizer: longest regular expression of a manifest in characters, most of them in a partition (texts that are
#: looked for as they are do not count), how deep their groups may be inside of each other, what they may repeat, and
#: how many parts they have in a row once what is repeated is written out. All of a manifest together have no more than
#: MAX_PATTERNS_TEXT characters, and MAX_PATTERN_PARTS parts once what is repeated is written out: compiling takes as
#: long for a character as reading some kilobytes.
MAX_PATTERN = 8192
MAX_PATTERNS = 256
MAX_PATTERNS_TEXT = 32_768
MAX_PATTERN_DEPTH = 32
MAX_PATTERN_REPEAT = 1000
MAX_PATTERN_SIZE = 1000
MAX_PATTERN_PARTS = 65_536

#: Training programs: steps of the search for what the public compiler lost, and pairs of a parameter and an instruction
#: of one of the two programs, a bit of memory each.
MAX_TRAINING_SEARCH = 4_000_000
MAX_TRAINING_BITS = 2**30

#: Runtime, torch engine: largest size, step or padding of a layer, so that a product of two fits 64 bits.
MAX_GEOMETRY = 2**31 - 1

#: Tokenizer: longest manifest in bytes, and most steps in it.
MAX_MANIFEST_BYTES = 1024 * 1024
MAX_MANIFEST_STEPS = 1024
#: Tokenizer: most fragments whose ids a model remembers, and the longest one of them in characters.
MAX_REMEMBERED_FRAGMENTS = 65_536
MAX_REMEMBERED_FRAGMENT = 64
#: Tokenizer: of how many lengths the tokens of a Unigram model may be that begin with the same two characters; all of
#: them are looked for at every place of a text.
MAX_TOKEN_LENGTHS = 128
#: Tokenizer: most pairs of tokens whose rank, or lack of one, a model remembers.
MAX_REMEMBERED_PAIRS = 500_000

#: Plans: most instructions that a run executes, and seconds that it takes, without waiting for answers, unless the
#: caller says otherwise.
MAX_PLAN_INSTRUCTIONS = 10_000_000
MAX_PLAN_SECONDS = 600
#: Plans: most bytes that a run prints and writes to files, all together, unless the caller says otherwise.
MAX_PLAN_OUTPUT_BYTES = 64 * 1024**2
#: Plans: longest answer to a prompt, in characters.
MAX_ANSWER_TEXT = 1024**2
#: Plans: most loops that are inside of each other.
MAX_PLAN_LOOPS = 256
#: Plans: most elements of a tensor or a list that becomes text, which nothing interrupts.
MAX_TEXT_ELEMENTS = 1_000_000
#: Plans: most fields of a template of STRING_FORMAT, and largest width and precision.
MAX_FORMAT_FIELDS = 4_096
MAX_FORMAT_WIDTH = 1_000

#: Fuzzing: about how large generated files are, in bytes: small ones, and others unless the caller gives a limit.
SMALL_DRAWN_BYTES = 512
USUAL_DRAWN_BYTES = 8 * 1024
#: Fuzzing: the largest generated file in bytes, unless the caller says otherwise, and the most that a caller may say.
MAX_DRAWN_BYTES = 64 * 1024
MOST_DRAWN_BYTES = 16 * 1024**2
#: Fuzzing: how much larger a field may be than the whole file should be, where the schema leaves a choice.
MAX_DRAWN_SURPLUS = 4 * 1024
#: Fuzzing: how many values, records and tries one file takes at most, and how many more for each byte that it may have.
MAX_DRAWN_STEPS = 150_000
MAX_DRAWN_STEPS_PER_BYTE = 2
#: Fuzzing: most files of a campaign, most runs of a target at a time, and the longest time in seconds that one may get.
MAX_FUZZED_FILES = 1_000_000
MAX_FUZZ_JOBS = 256
MAX_TARGET_SECONDS = 86_400.0
#: Fuzzing: most records of a generated file that are inside of each other.
MAX_DRAWN_DEPTH = 32
#: Fuzzing: how often parts of one file are drawn again because rules do not hold, and how often a whole file.
MAX_DRAWN_TRIES = 2_000
MAX_DRAWN_FILES = 20

#: Programs of PyTorch (.pt2): most characters of a formula for a size, most terms that it may expand to, where a symbol
#: counts as two, and most terms of all formulas together.
MAX_SIZE_FORMULA = 10_000
MAX_SIZE_TERMS = 4_096
MAX_PROGRAM_TERMS = 1_000_000
#: Programs of PyTorch (.pt2): how many bytes all weights may take beyond what the file stores. A stride of 0 repeats.
MAX_EXPANDED_BYTES = 64 * 1024 * 1024
#: Programs of PyTorch (.pt2): computations on tensors without elements, and seconds of the processor, that making a
#: program functional may take: for any program, and more for each node. It usually takes 3 to 9 for a node.
TRACED_CALLS = 32_768
TRACED_CALLS_PER_NODE = 16
TRACED_SECONDS = 60.0
TRACED_SECONDS_PER_NODE = 0.05


class Limits(PlainValue, kw_only=True):
    """The limits of the MIC readers and writers; each may be raised by the caller."""

    input_bytes: int = MAX_MIC_INPUT_BYTES
    lines: int = MAX_MIC_LINES
    values: int = MAX_MIC_VALUES
    rank: int = MAX_MIC_RANK
    strings: int = MAX_MIC_STRINGS
    string_bytes: int = MAX_MIC_STRING_BYTES
    digits: int = MAX_MIC_DIGITS


DEFAULT_LIMITS = Limits()
