"""Texts that are worth being run again, as files: kept, made small, and carried from night to night."""
