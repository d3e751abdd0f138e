"""A server that speaks the OpenAI API as a target: the text is the prompt, and the engine repeats it.

See docs/http.md. The child, ``python -m harness.targets.http ENDPOINT MODEL CUTS MODES``, posts each text to
the server, and the Python kit makes answers of the protocol of what comes back. So limits, isolation and
reports are those of any adapter. The harness itself uses ``address`` only.
"""
