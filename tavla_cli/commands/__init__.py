"""The commands, one module each with its click command as `command`. They turn arguments into calls, and counts into an exit status."""
