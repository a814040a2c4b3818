"""What a checker raises when a trace breaks the rules."""


class Disagreement(Exception):
    """A line of a trace that the rules page does not allow; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
