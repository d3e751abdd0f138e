"""Probing: a target's answers to the policies (SEMANTICS section 3), found by running it.

``ask`` is a text with the reading that it has under each answer; ``written`` and ``drawn`` are the texts,
by hand and by the generator; ``probing`` runs them, and ``verdict`` says what they show. ``policyfile`` keeps
what was found where ``run``, ``check`` and ``replay`` find it.
"""
