"""Makes the page of the bots' strength: `make strength` plays, writes and draws."""
