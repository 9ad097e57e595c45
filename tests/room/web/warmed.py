"""Imports, reads and compiles everything that forked processes of a room need, before the fork."""

import uvicorn.protocols.http.h11_impl

import sidepot.room.web.app
import sidepot.room.web.serving
from sidepot import games
from sidepot.warm import warm
from sidepot.words import catalogue, languages

__all__ = ["sidepot", "uvicorn"]


warm(games.find("ricochet-2"))
for language in languages():
    catalogue(language)
