"""The site: the pages of the repository and the rules in every language, built as HTML."""
