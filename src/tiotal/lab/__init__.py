"""Where games are measured: simulations and benchmarks."""
