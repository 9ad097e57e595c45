"""Tables in memory: who looks at them, what is due, bots, coach, chat, and the archive."""
