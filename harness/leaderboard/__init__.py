"""The leaderboard: parsers side by side, each judged alone on the same cases (docs/leaderboard.md).

``board`` is what comes out; ``trial`` runs one parser, ``failures`` makes its distinct failures small and
confirms them, ``matrix`` says how often two parsers agree, ``making`` does all of it; ``page`` and
``markdown`` write it.
"""
