"""Fences as values: whole ones, half ones, one in another. In a value they are text in every dialect."""

from __future__ import annotations

FENCED = (
    "```\nx\n```",
    "first\n```json\n{}\n```\nlast",
    "~~~\nunclosed",
    "a\n```",
    "````\n```\n````",
    "text\n\t```py\nprint()\n\t```\ntext",
)
