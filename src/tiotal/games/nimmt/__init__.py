"""11 nimmt!: at most ten above, or take the stack."""
