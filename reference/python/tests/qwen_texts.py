"""Random texts of the dialect `qwen`, and the tools that go with them."""

import random
from typing import Any

TOOLS: list[Any] = [
    {"name": "f", "parameters": {"properties": {"s": {"type": "boolean"}}}},
    {
        "name": "f",
        "parameters": {
            "properties": {
                "s": {"type": "string"},
                "i": {"anyOf": [{"type": "integer"}, {"const": None}]},
                "n": {"enum": [1, "a"], "nullable": True},
                "o": {"type": ["object", "string"]},
                "t": True,
            }
        },
    },
]

TAGS = [
    *("<tool_call>", "</tool_call>", "<function=f>", "</function>", "<parameter=s>", "</parameter>"),
    *("<parameter=i>", "<parameter=n>", "<parameter=o>", "<function=g>"),
]

PIECES = [
    *TAGS,
    *("<function=", "<parameter=", "<function=>", "<parameter=>", "<function= \u3000>", "<parameter= >"),
    *("<function=\nf>", "<parameter=s\n>", "<function=<tool_call>", "<parameter=<tool_call>\n"),
    *("<tool_call", "</tool_call", "</parameter", "</function", "<func", "</", "<tool_call >", "<Tool_call>"),
    *("\n", "\n", " ", "\r\n", "\u0085", "\u3000", "\u2003", "\ufeff", "\u001c", "\t"),
    *(
        "<",
        ">",
        "=",
        "x",
        "\u00e9",
        "\U0001f600",
        "1",
        "1.0",
        "null",
        '{"a": [1]}',
        "[]",
        '"q"',
        "-0",
        "1e400",
    ),
    *("```\n", "<think>", "</think>", "&lt;"),
]


def random_text(rng: random.Random) -> str:
    """Write pieces in any order."""
    return "".join(rng.choices(PIECES, k=rng.randint(1, 20)))


def likely_text(rng: random.Random) -> str:
    """Write blocks that mostly parse, so that rules deep inside are reached, with damage here and there."""

    def space() -> str:
        return rng.choice(["", "", "\n", "\n", " ", "\u3000\r\n"])

    parts = [rng.choice(["", "x", "\n"])]
    for _ in range(rng.randint(1, 2)):
        parts += ["<tool_call>", space()]
        for _ in range(rng.choice([1, 1, 2])):
            parts += [f"<function={rng.choice(['f', ' f ', 'g'])}>", space()]
            for _ in range(rng.randint(0, 3)):
                value = "".join(rng.choices(PIECES, k=rng.randint(0, 3)))
                parts += [f"<parameter={rng.choice('sinot')}>", rng.choice(["\n", ""]), value]
                parts += [rng.choice(["\n", ""]), "</parameter>", space()]
            parts += ["</function>", space()]
        parts += ["</tool_call>", rng.choice(["", "\n", " y "])]
    while rng.random() < 0.4:
        place = rng.randrange(len(parts))
        parts[place : place + rng.randint(0, 1)] = [rng.choice(PIECES)]
    return "".join(parts)
