"""Players that are programs: each is given a view, and answers with a move."""
