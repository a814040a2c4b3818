"""Who pupils are: an animal of a colour. Nobody types a name, and nobody's name is kept."""

from __future__ import annotations

from tiotal.words import say

ANIMALS = ("fox", "bear", "owl", "hedgehog", "cat", "dog", "rabbit", "frog", "penguin", "whale", "horse", "mouse")
COLOURS = ("red", "blue", "green", "yellow", "purple", "pink", "brown", "white")


def name_of(animal: str, colour: str, language: str) -> str:
    """ "Blue fox". The colour has the form that the animal's word asks for."""
    gender = say(language, f"animals.gender.{animal}")
    return f"{say(language, f'animals.{gender}.{colour}')} {say(language, f'animals.{animal}')}"
