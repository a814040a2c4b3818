"""A class: pupils who play at many tables at once, and a teacher who sees to it. No sockets, no database.

    requests → answers → entries → classroom      what is asked for, what becomes of it, and what the log replays to
    running → following, telling                  a class that is run: its tables follow it, every device is told
    seating, tournament                           who sits with whom
    seen, watching, counting, report              the only ways out: what each device may know, and the class report

The tables are tables as any other (`tiotal.table`); their host is no device, but the class itself.
"""
