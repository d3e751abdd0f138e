"""The campaign: budget, workers, confirmation. It emits events and never prints."""
