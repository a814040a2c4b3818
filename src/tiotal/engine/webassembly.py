"""What runs WebAssembly: a browser's engine, through the JavaScript objects of its Python, or Wasmtime."""

from __future__ import annotations

import weakref
from typing import Any, Protocol

PAGE = 65536


class Instance(Protocol):
    """A module that is ready to run, and its memory. An implementation of `tiotal.engine.records.Memory`, too."""

    names: frozenset[str]  # of the functions that can be called
    heap: int  # the first byte that is free for records
    mark: int  # what it was made from

    def call(self, name: str, *arguments: float) -> float | None:
        """With addresses, integers and floats; what is true or false comes back as 1 or 0."""
        ...

    def read(self, address: int, size: int) -> bytes: ...

    def write(self, address: int, content: bytes) -> None: ...

    def reach(self, end: int) -> None:
        """Have at least so many bytes of memory."""
        ...


class InPage:
    """In a browser, in Pyodide: a `WebAssembly.Instance` of JavaScript, which knows integers of 64 bits as BigInt."""

    def __init__(self, instance: Any) -> None:
        from js import BigInt, Object, Uint8Array  # type: ignore[import-not-found]

        self._exports = instance.exports
        self._memory = self._exports.memory
        self._wide = BigInt
        self._bytes = Uint8Array
        self.heap = int(self._exports.heap.value)
        self.mark = int(self._exports.mark.value)
        self.names = frozenset(map(str, Object.keys(self._exports))) - {"memory", "heap", "mark"}

    def call(self, name: str, *arguments: float) -> float | None:
        found: float | None = getattr(self._exports, name)(*map(self._argument, arguments))
        return found

    def _argument(self, argument: float) -> Any:
        if isinstance(argument, Address):
            return int(argument)
        return argument if isinstance(argument, float) else self._wide(argument)

    def read(self, address: int, size: int) -> bytes:
        found: bytes = self._bytes.new(self._memory.buffer, address, size).to_bytes()
        return found

    def write(self, address: int, content: bytes) -> None:
        self._bytes.new(self._memory.buffer, address, len(content)).assign(content)

    def reach(self, end: int) -> None:
        missing = end - int(self._memory.buffer.byteLength)
        if missing > 0:
            self._memory.grow(-(-missing // PAGE))


class InWasmtime:
    """Anywhere else, for tests: wasmtime from PyPI."""

    def __init__(self, module: bytes) -> None:
        import wasmtime

        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        for part in (self._store, engine):  # while it still can be closed: not when Python is half gone
            weakref.finalize(self, part.close)
        instance = wasmtime.Instance(self._store, wasmtime.Module(engine, module), [])
        exports = instance.exports(self._store)
        self._memory: Any = exports["memory"]
        self._functions: dict[str, Any] = {}
        for name, found in exports.items():
            if isinstance(found, wasmtime.Func):
                self._functions[str(name)] = found
        self.names = frozenset(self._functions)
        numbers: dict[str, Any] = {"heap": exports["heap"], "mark": exports["mark"]}
        self.heap, self.mark = (int(number.value(self._store)) for number in numbers.values())

    def call(self, name: str, *arguments: float) -> float | None:
        found: float | None = self._functions[name](self._store, *arguments)
        return found

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, content: bytes) -> None:
        self._memory.write(self._store, content, address)

    def reach(self, end: int) -> None:
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))


class Address(int):
    """Where something lies: 32 bits, where other integers have 64."""
