"""The zoo: planted bugs, small patches to the three references, to be found by the harness (docs/zoo.md).

``bug`` reads one; ``planting`` makes the parser that has it, in the cache and apart from the clean sources.
As a target such a parser is called ``zoo:NAME``.
"""
