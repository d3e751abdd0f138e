"""Fixtures in the forms of others: read into ours (``import``), and written in theirs (``export``).

``rows`` reads files that nobody has checked. ``canitoolcall``, ``compat`` and ``publicbugs`` are a form
each. They share ``brought``, the record of what came in, ``placing``, which finds out where in a text the
calls of an answer stand, and ``answers``, which says on which policies such an answer hangs. No parser is
asked, but where the user names one. What a fixture has no place for is told by name, and kept in a file
beside the fixtures.
"""
