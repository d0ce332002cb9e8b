"""Clients of the real game or of a server."""
