"""How rules are written: the state and its chance. A rules file imports nothing of the project but these."""
