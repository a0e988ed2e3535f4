"""Formats that keep positions and no matches: each position is a match with one game that begins with a board that is set."""
