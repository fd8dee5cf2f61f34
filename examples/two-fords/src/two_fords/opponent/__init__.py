"""What the computer knows of playing The Two Fords well."""
