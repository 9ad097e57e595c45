"""Making and checking releases (docs/releasing.md); nothing that users import."""
