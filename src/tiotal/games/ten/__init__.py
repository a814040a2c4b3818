"""10: bluff, bid and come nearest to ten."""
