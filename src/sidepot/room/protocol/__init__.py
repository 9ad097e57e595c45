"""Types of everything on the wire between a client and a room; imports nothing of the room.

`messages` are those of the socket, `views` the table as a viewer gets it, and `resources` the
bodies of the HTTP API.
"""
