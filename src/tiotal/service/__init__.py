"""Running tables, wherever that is done: who listens, what they ask for, what they are told, what happens by itself.

Nothing here knows a web server, a database, Redis, threads or sockets. A host brings a store, a clock, somebody to
think, and other processes if there are any (`host`). The web server is one host, a test is another.

    tables          those that a process has in use
    neighbours      other processes that serve the same ones
    running         one table in use, put together
    appending       a request becomes an entry, the entry is committed, and only then does it happen
    presence        whose devices are connected, here and to other processes
    absence         who has been away for so long that a bot may play
    table_time      the time that entries are dated with, and clocks run by
    telling         what each of them is sent
    by_itself       the turns of bots, and clocks that run out
    reading         what devices send, checked
"""
