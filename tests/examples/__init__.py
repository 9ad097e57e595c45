"""The example games in `examples/games/`."""
