"""Mutants of the Python reference: changes that nobody thought of, and what the harness notices of them.

``mutant`` draws them, ``noticing`` runs one, ``sampling`` runs them all, and ``reasons.toml`` says of those
that are no fault why they are none.
"""
