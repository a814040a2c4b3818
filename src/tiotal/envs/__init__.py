"""Research environments: ways in for programs that learn. See docs/environments.md."""
