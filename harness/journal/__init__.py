"""The journal of a campaign on disk, and those of its shards put together."""
