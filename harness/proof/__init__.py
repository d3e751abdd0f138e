"""Small-scope proofs: every chunking of a text with few cuts, and a sample of the others (docs/prove.md).

``scope`` says which chunkings those are and how many, ``prover`` feeds them to one target, and ``told`` says
what that showed. What is judged is consistency alone, so any text will do.
"""
