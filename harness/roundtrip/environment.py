"""The Jinja environment that transformers renders chat templates in.

An immutable sandbox, blocks trimmed on both sides, loop controls, ``tojson`` without HTML escaping,
``raise_exception``, ``strftime_now``, the tag ``generation``, and a ``namespace`` that takes no attribute
with an underscore in front. Runs in the renderer's child only: a template is a program of somebody else.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NoReturn

from jinja2 import BaseLoader, TemplateError, nodes
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.parser import Parser
    from jinja2.runtime import Macro

MOMENT = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""What ``strftime_now`` says: one moment for all renderings, since they are compared with each other."""


class Refusal(TemplateError):
    """The template called ``raise_exception``: it does not take this conversation."""


class LoadingError(TemplateError):
    """The template asked for another one."""


class _Alone(BaseLoader):
    """Finds no other template, as in transformers, and says so. ``ignore missing`` helps as little there."""

    def get_source(self, environment: Environment, template: str) -> NoReturn:
        """Raise ``LoadingError``."""
        del environment
        raise LoadingError(f"a chat template can't load another one: {template!r}")


class Generation(Extension):
    """The tag that marks what the model wrote. Here it changes nothing."""

    tags = {"generation"}  # noqa: RUF012 -- jinja2 declares it as an attribute of instances

    def parse(self, parser: Parser) -> nodes.CallBlock:
        """Read up to ``endgeneration`` and give the body as it is."""
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_body"), [], [], body, lineno=line)

    def _body(self, caller: Macro) -> str:
        return caller()


class _Namespace(Namespace):
    """A namespace that refuses what the sandbox of transformers refuses."""

    def __init__(*args: Any, **kwargs: Any) -> None:
        attributes: dict[str, Any] = dict(*args[1:], **kwargs)
        for name in attributes:
            _no_underscore(name)
        Namespace.__init__(args[0], attributes)

    def __setitem__(self, name: str, value: Any) -> None:
        _no_underscore(name)
        super().__setitem__(name, value)


def _no_underscore(name: Any) -> None:
    if isinstance(name, str) and name.startswith("_"):
        raise SecurityError(f"a namespace takes no attribute with an underscore in front: {name!r}")


def environment() -> ImmutableSandboxedEnvironment:
    """Make a new one."""
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols], loader=_Alone()
    )
    made.filters["tojson"] = _tojson
    made.globals["raise_exception"] = _raise_exception
    made.globals["strftime_now"] = MOMENT.strftime
    made.globals["namespace"] = _Namespace
    return made


def _raise_exception(message: Any = "") -> NoReturn:
    raise Refusal(str(message))


def _tojson(
    value: Any,
    ensure_ascii: bool = False,  # noqa: FBT001, FBT002 -- templates may give it in its place
    indent: Any = None,
    separators: Any = None,
    sort_keys: bool = False,  # noqa: FBT001, FBT002 -- as above
) -> str:
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )
