"""An example in a fence stays text, though `fences` is declared as live.

Stands for kronk-950 (a model puts its real calls into fences, and there they should be executed). Found by
`policy`: declared answer not kept.
"""

from typing import ClassVar

from tests.fakes.right import Adapter, RightParser


class Parser(RightParser):
    policies: ClassVar = {"dsml": {**Adapter.policies["dsml"], "fences": "live"}}
