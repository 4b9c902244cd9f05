"""What comes from the caller: found, guarded, lifted into the trace, and shown to code that sct does not see into."""
