"""Distributed training on Ray RLlib's new API stack. See docs/distributed.md."""
