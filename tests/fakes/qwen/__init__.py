"""Wrong parsers of the dialect `qwen`."""
