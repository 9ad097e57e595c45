"""What goes over the wire between a client and a room, as types; it imports nothing of the room.

`messages` are those of the socket, `views` what a viewer is sent of a table, and `resources` the
bodies of the HTTP API.
"""
