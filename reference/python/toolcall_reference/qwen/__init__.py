"""The dialect `qwen` (SEMANTICS section 2)."""
