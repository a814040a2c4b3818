"""People and bots round a table, without any input or output: what was asked, what follows, who sees what.

A table is a log of numbered entries. What somebody asks for (`requests`) becomes one entry (`entries`), or is refused
with a sentence. The table is what its log replays to (`table`), and what leaves it for a person is made in one place
(`seen`). Time, chance and who is connected come from outside.
"""
