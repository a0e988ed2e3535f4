"""Reads backgammon (tavla) match records and says what in them cannot be true."""

__version__ = "0.1.0"
