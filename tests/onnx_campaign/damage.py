"""Changes of models: as messages, field by field, and as bytes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import onnx
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

OPERATORS = sorted({schema.name for schema in onnx.defs.get_all_schemas()})
INTEGERS = [-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 7, 16, 1000, 65_536, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1]
FLOATS = [0.0, -1.0, 1e-30, 1e30, float("inf"), float("-inf"), float("nan")]
TEXTS = ["", "a", "x", "..", "../x", "/etc/passwd", "\x1b[2J", "é" * 40, "n" * 5000, "ai.onnx", "com.microsoft", "0"]
#: Takes the place of a text that is not UTF-8, which a message does not take.
NO_TEXT = "qQnOtExTqQ"


def damaged(seed: Any, others: list[Any], random: Random) -> bytes:
    """The bytes of a model with some changes."""
    model = onnx.ModelProto()
    model.CopyFrom(seed)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        _change(model, others, random)
    data = model.SerializeToString().replace(NO_TEXT.encode(), b"\xff\xfe" * (len(NO_TEXT) // 2))
    if random.random() < 0.15 and data:
        changed = bytearray(data)
        for _ in range(random.choice([1, 1, 4, 16])):
            changed[random.randrange(len(changed))] = random.randrange(256)
        data = bytes(changed)
    return data[: random.randrange(len(data))] if random.random() < 0.03 and data else data


def _messages(message: Any) -> Iterator[Any]:
    yield message
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for item in [value] if isinstance(value, Message) else value:
                yield from _messages(item)


def _change(model: Any, others: list[Any], random: Random) -> None:
    messages = list(_messages(model))
    nodes = [each for each in messages if isinstance(each, onnx.NodeProto)]
    kind = random.random()
    if kind < 0.2 and nodes:
        random.choice(nodes).op_type = random.choice(OPERATORS)
    elif kind < 0.3 and nodes:
        _rewire(random.choice(nodes), nodes, random)
    elif kind < 0.4:
        _graft(messages, others, random)
    else:
        _change_field(random.choice(messages), messages, random)


def _copy(message: Any) -> Any:
    """Protobuf crashes when a message becomes part of itself."""
    copied = type(message)()
    copied.CopyFrom(message)
    return copied


def _rewire(node: Any, nodes: list[Any], random: Random) -> None:
    names = [name for each in nodes for name in (*each.input, *each.output)] + [""]
    target = node.input if random.random() < 0.7 else node.output
    if target and random.random() < 0.7:
        target[random.randrange(len(target))] = random.choice(names)
    elif target and random.random() < 0.5:
        del target[random.randrange(len(target))]
    else:
        target.append(random.choice(names))


def _graft(messages: list[Any], others: list[Any], random: Random) -> None:
    """Put part of another model in place of one of its kind."""
    target = random.choice(messages[1:] or messages)
    same = [each for each in _messages(random.choice(others)) if type(each) is type(target)]
    if same:
        target.CopyFrom(_copy(random.choice(same)))


def _change_field(message: Any, messages: list[Any], random: Random) -> None:
    field = random.choice(message.DESCRIPTOR.fields)
    value = getattr(message, field.name)
    if random.random() < 0.25:
        message.ClearField(field.name)
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        same = [each for each in messages if field.message_type == each.DESCRIPTOR]
        if not same:
            return
        if isinstance(value, Message):
            value.CopyFrom(_copy(random.choice(same)))
        else:
            value.append(_copy(random.choice(same)))
    elif isinstance(value, str | bytes | int | float):
        _set(message, field, random)
    elif len(value) and random.random() < 0.6:
        value[random.randrange(len(value))] = _scalar(field, random)
    elif len(value) and random.random() < 0.3:
        del value[random.randrange(len(value))]
    else:
        value.extend([_scalar(field, random)] * random.choice([1, 1, 2, 8, 70, 500]))


def _set(message: Any, field: Any, random: Random) -> None:
    setattr(message, field.name, _scalar(field, random))


def _scalar(field: Any, random: Random) -> Any:
    if field.type == FieldDescriptor.TYPE_ENUM:
        return random.choice(list(field.enum_type.values_by_number))
    if field.type == FieldDescriptor.TYPE_STRING:
        return random.choice([*TEXTS, NO_TEXT])
    if field.type == FieldDescriptor.TYPE_BYTES:
        return random.choice([b"", b"\xff\xfe", random.randbytes(8), b"ij,jk->ik", b"linear", bytes(4096)])
    if field.type in (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE):
        return random.choice(FLOATS)
    if field.type in (FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_SINT32):
        return random.choice([each for each in INTEGERS if -(2**31) <= each < 2**31])
    if field.type == FieldDescriptor.TYPE_UINT64:
        return abs(random.choice(INTEGERS))
    return random.choice(INTEGERS)
