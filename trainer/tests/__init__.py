"""Tests that run with unittest alone."""
