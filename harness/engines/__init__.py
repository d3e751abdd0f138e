"""Engines that choose what a campaign runs by something else than the stream of a seed (docs/engines.md).

``atheris``: coverage-guided. ``asking`` says whether it can be done; ``byte_source`` makes the bytes of a
fuzzer the choices of our generator; ``loading`` and ``inside`` have the parser in the fuzzing process;
``fuzzing`` is that process, and ``fuzzers`` is what a campaign sees of it, in the place of its workers.
``inputs`` is its corpus.
"""
