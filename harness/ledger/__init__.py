"""The ledger: the faults that are known, whose they are and until when, and the gate that is made of it.

``entry`` and ``ledger`` are what the file says, read strictly; ``scope`` is what a run looked at; ``gate``
judges a report by both; ``document`` changes the file and leaves what people wrote in it; ``lines`` says it
in a terminal. Nothing here asks a clock: the day is given.
"""
