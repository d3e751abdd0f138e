"""Values that are read differently by policy, with what they are under each answer (SEMANTICS section 3)."""

from __future__ import annotations

from typing import Any

# As written, as XML has it, and as HTML has it. Literally it is as it is written.
ENTITIES = (
    ("&lt;", "<", "<"),
    ("&amp;lt;", "&lt;", "&lt;"),
    ("a &gt; b", "a > b", "a > b"),
    ("&quot;x&quot; &apos;", '"x" \'', '"x" \''),
    ("&#60;&#x3e;", "<>", "<>"),
    ("a&nbsp;b", "a&nbsp;b", "a\u00a0b"),
    ("caf&eacute;", "caf&eacute;", "caf\u00e9"),
    ("&copy; &lt;", "&copy; <", "\u00a9 <"),
    ("&amp;&#128512;", "&\U0001f600", "&\U0001f600"),
)

# As written, and as JSON has it. The last are none.
SCALARS: tuple[tuple[str, Any], ...] = (
    ("1", 1),
    ("true", True),
    ("null", None),
    ("false", False),
    ("0", 0),
    ("-12", -12),
    ("2.5", 2.5),
    ("1e3", 1000.0),
    ("007", "007"),
    ("True", "True"),
    ("1 2", "1 2"),
)
