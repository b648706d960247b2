"""The page, live: what the browser asks for, and what it is answered."""
