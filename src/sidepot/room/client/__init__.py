"""A client for a card room: a guest at one of its tables, over HTTP and one WebSocket."""
