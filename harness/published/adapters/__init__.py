"""What drives the published parsers, a module each, run by the environments and never by the harness."""
