"""Tournaments and leagues: who beat whom by how much, and the table that follows. Reads no match files."""
