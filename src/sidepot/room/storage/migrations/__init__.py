"""How a database comes from any schema that there was to the present one, step by step."""
