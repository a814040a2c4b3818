"""The games as research environments: what other packages' learners and searches expect of a game."""
