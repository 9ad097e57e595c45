"""What is shown to whom: views, sentences and hand histories from concealed records."""
