"""Demonstrations of experts: played, kept, and measured."""
