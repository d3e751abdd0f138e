"""Policies: the questions that a request may settle for one parse (SEMANTICS section 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

MISSING_OPENER: Final = {"dsml": ("repair", "text"), "qwen": ("text",)}
"""The answers that a request may choose, by dialect."""


@dataclass(frozen=True, slots=True)
class Policies:
    """The answers in force for one parse."""

    missing_opener: str = "repair"  # what `<invoke` without a wrapper before it is (SEMANTICS D7)

    def __post_init__(self) -> None:
        """Refuse an answer that nobody defined."""
        answers = MISSING_OPENER["dsml"]
        if self.missing_opener not in answers:
            message = f"missing_opener is one of {', '.join(answers)}, not {self.missing_opener!r}"
            raise ValueError(message)

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Self:
        """Take the answers a request carries; what it leaves out keeps the default."""
        unknown = sorted(set(chosen) - set(cls.__slots__))
        if unknown:
            message = f"not settable: {', '.join(unknown)}"
            raise ValueError(message)
        return cls(**chosen)


DEFAULT: Final = Policies()
