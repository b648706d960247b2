"""Results for people and programs: tables, text, JSON, CSV, LaTeX, Markdown and conlleval's layout."""
