"""Nights: what a long run on several machines keeps from the last one, and whether it may pass."""
