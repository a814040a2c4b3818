"""The games in a terminal: drawn from views, played with the moves that come with them."""
