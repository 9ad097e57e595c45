"""What goes over the wire: messages, views and resources. It imports nothing of the room."""
