"""What happened in a match: its course and its statistics, from the replay alone. Lays nothing out."""
