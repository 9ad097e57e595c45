"""The other end of the wire: a guest at a table of some card room, over HTTP and one WebSocket."""
