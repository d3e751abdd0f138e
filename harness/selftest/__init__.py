"""The selftest: would the harness notice? A campaign for each planted bug, and a score (docs/selftest.md).

``task`` says what one trial is, ``trial`` runs one, ``pool`` runs many in processes of their own, ``keeping``
writes each down at once, ``scoring`` sums up, ``score`` is what is said, ``markdown`` says it to people.
``baselines`` and ``mutants`` are two more measurements that a run can be asked for.
"""
