"""Environments in the manner of learning libraries; each module needs its own."""
