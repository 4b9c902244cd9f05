"""Whose memory it is: what is done in place, what is reused, and what cannot overlap."""
