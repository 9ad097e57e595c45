"""Hands against RULES H1-H6."""
