"""The names of bots at a table."""

NAMES = (
    *("Ana", "Theo", "Kim", "Ravi", "Mia", "Jonas", "Sofia", "Lee", "Nora", "Emil", "Yara", "Hugo"),
    *("Ines", "Luca", "Vera", "Omar", "Tilda", "Finn", "Alba", "Kofi", "Rosa", "Sven", "Hana"),
    *("Paco", "Lotte", "Amir", "Greta", "Milo", "Zoe", "Ivo", "Marta", "Juno", "Otto", "Leila"),
)
