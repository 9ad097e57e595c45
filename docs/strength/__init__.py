"""Makes the page of how strong the bots are: `make strength` plays, writes and draws."""
