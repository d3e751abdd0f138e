"""What a parse costs: how its time grows with the text (SEMANTICS C6 asks for linear time).

``shape`` and ``family`` write the hostile texts, ``measuring`` takes the times, ``fit`` finds the exponent,
``scan`` goes through a target, and ``report``, ``lines``, ``plot`` and ``page`` tell of it (docs/cost.md).
"""
