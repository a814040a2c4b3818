"""Steps in LLVM's language, and what LLVM makes of them.

llvmlite, which comes with Numba, has LLVM with its WebAssembly target. Nothing here allows LLVM to change a result:
integers wrap around at 64 bits, and floats are added and multiplied one after the other, without fused operations.
"""

from __future__ import annotations

import contextlib
import math
import struct
from collections.abc import Iterator, Sequence

from tiotal.engine.translating.kinds import BOOL, FLOAT, INT, NOTHING, Grid, Kind, Row, Several

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
TYPES = {INT: "i64", FLOAT: "double", BOOL: "i1", NOTHING: "void"}
INTEGER = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}
REAL = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
OF_INTEGERS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
OF_REALS = {"==": "oeq", "!=": "une", "<": "olt", "<=": "ole", ">": "ogt", ">=": "oge"}
BORROWED = """\
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
"""


def type_of(kind: Kind) -> str:
    if isinstance(kind, Several):
        return "{" + ", ".join(map(type_of, kind.kinds)) + "}"
    return TYPES.get(kind, "ptr")  # type: ignore[arg-type]


class Steps:
    """The steps of one function. Values are registers or constants; variables lie in memory until LLVM lifts them."""

    def __init__(self, name: str, result: Kind) -> None:
        self._name = name
        self._result = result
        self._lines: list[str] = []
        self._variables: dict[str, Kind] = {}
        self._count = 0
        self._is_open = True  # whether the steps written last go on to the next
        self._ways: list[str] = []  # labels of the choices and loops around
        self._loops: list[str] = []

    def whole(self, parameters: Sequence[tuple[str, Kind]]) -> str:
        asked = ", ".join(f"{type_of(kind)} %{name}.given" for name, kind in parameters)
        how = "alwaysinline " if isinstance(self._result, Several) else ""
        lines = [f"define internal {type_of(self._result)} @{self._name}({asked}) {how}nounwind {{"]
        known = self._variables | dict(parameters)
        lines += [f"  %{name} = alloca {type_of(kind)}" for name, kind in known.items()]
        lines += [f"  store {type_of(kind)} %{name}.given, ptr %{name}" for name, kind in parameters]
        given = dict(parameters)
        zeros = {INT: "0", FLOAT: "0.0", BOOL: "false"}
        for name, kind in known.items():
            if name not in given and kind in zeros:
                lines.append(f"  store {type_of(kind)} {zeros[kind]}, ptr %{name}")
        return "\n".join([*lines, *self._lines, "}"])

    # --- Writing down ---------------------------------------------------------------------------------------------
    def _write(self, line: str) -> None:
        if not self._is_open:
            self._label(self._new("dead"))
        self._lines.append(f"  {line}")

    def _new(self, word: str = "t") -> str:
        self._count += 1
        return f"{word}{self._count}"

    def _let(self, what: str) -> str:
        name = self._new()
        self._write(f"%{name} = {what}")
        return f"%{name}"

    def _label(self, label: str) -> None:
        if self._is_open:
            self._lines.append(f"  br label %{label}")
        self._lines.append(f"{label}:")
        self._is_open = True

    def _go(self, line: str) -> None:
        self._write(line)
        self._is_open = False

    def here(self) -> int:
        return len(self._lines)

    @contextlib.contextmanager
    def at(self, mark: int) -> Iterator[None]:
        """Write down what should have been written earlier."""
        later, self._lines[mark:] = self._lines[mark:], []
        was_open, self._is_open = self._is_open, True
        yield
        self._lines += later
        self._is_open = was_open

    # --- Values ---------------------------------------------------------------------------------------------------
    def integer(self, number: int) -> str:
        return str(number)

    def real(self, number: float) -> str:
        return f"0x{struct.unpack('>Q', struct.pack('>d', number))[0]:016X}"

    def truth(self, truth: bool) -> str:
        return "true" if truth else "false"

    def variable(self, kind: Kind) -> str:
        """A variable that the text has no name for."""
        name = self._new("v")
        self._variables[name] = kind
        return name

    def get(self, variable: str, kind: Kind) -> str:
        return self._let(f"load {type_of(kind)}, ptr %{variable}")

    def set(self, variable: str, kind: Kind, value: str) -> None:
        self._variables[variable] = kind
        self._write(f"store {type_of(kind)} {value}, ptr %{variable}")

    def converted(self, value: str, one: Kind, other: Kind) -> str:
        if one == other:
            return value
        if other == BOOL:
            zero = "0.0" if one == FLOAT else "0"
            return self.compare("!=", one, value, zero)
        if one == BOOL:
            value = self._let(f"zext i1 {value} to i64")
        return self._let(f"sitofp i64 {value} to double") if other == FLOAT else value

    def cut_off(self, value: str) -> str:
        return self._let(f"call i64 @llvm.fptosi.sat.i64.f64(double {value})")

    # --- Arithmetic -----------------------------------------------------------------------------------------------
    def operation(self, sign: str, kind: Kind, one: str, other: str) -> str:
        if kind == FLOAT:
            return self._let(f"{REAL[sign]} double {one}, {other}")
        if sign in INTEGER:
            return self._let(f"{INTEGER[sign]} i64 {one}, {other}")
        if sign in ("<<", ">>"):
            places = self._let(f"and i64 {other}, 63")
            return self._let(f"{'shl' if sign == '<<' else 'ashr'} i64 {one}, {places}")
        return self._floor(sign, one, other)

    def division(self, sign: str, one: str, by: int) -> str:
        """By a number that is always the same and positive."""
        places = int(math.log2(by))
        if by == 1 << places:
            return self._let(f"and i64 {one}, {by - 1}" if sign == "%" else f"ashr i64 {one}, {places}")
        return self._floor(sign, one, str(by))

    def _floor(self, sign: str, one: str, other: str) -> str:
        """Towards less, as in Python; LLVM divides towards zero."""
        rest = self._let(f"srem i64 {one}, {other}")
        signs = self._let(f"xor i64 {rest}, {other}")
        differ = self._let(f"icmp slt i64 {signs}, 0")
        some = self._let(f"icmp ne i64 {rest}, 0")
        off = self._let(f"and i1 {differ}, {some}")
        if sign == "%":
            return self.choice(off, INT, self._let(f"add i64 {rest}, {other}"), rest)
        quotient = self._let(f"sdiv i64 {one}, {other}")
        return self._let(f"sub i64 {quotient}, {self.converted(off, BOOL, INT)}")

    def negative(self, kind: Kind, value: str) -> str:
        return self._let(f"fneg double {value}" if kind == FLOAT else f"sub i64 0, {value}")

    def absolute(self, kind: Kind, value: str) -> str:
        if kind == FLOAT:
            return self._let(f"call double @llvm.fabs.f64(double {value})")
        return self.choice(self.compare("<", INT, value, "0"), INT, self.negative(INT, value), value)

    def root(self, value: str) -> str:
        return self._let(f"call double @llvm.sqrt.f64(double {value})")

    def compare(self, sign: str, kind: Kind, one: str, other: str) -> str:
        if kind == FLOAT:
            return self._let(f"fcmp {OF_REALS[sign]} double {one}, {other}")
        return self._let(f"icmp {OF_INTEGERS[sign]} {type_of(kind)} {one}, {other}")

    def choice(self, truth: str, kind: Kind, one: str, other: str) -> str:
        return self._let(f"select i1 {truth}, {type_of(kind)} {one}, {type_of(kind)} {other}")

    def inverse(self, truth: str) -> str:
        return self._let(f"xor i1 {truth}, true")

    def either(self, one: str, other: str) -> str:
        return self._let(f"or i1 {one}, {other}")

    # --- Memory ---------------------------------------------------------------------------------------------------
    def behind(self, place: str, offset: int) -> str:
        return place if offset == 0 else self._let(f"getelementptr inbounds i8, ptr {place}, i32 {offset}")

    def element(self, place: str, index: str, size: int) -> str:
        short = self._let(f"trunc i64 {index} to i32")
        return self._let(f"getelementptr inbounds [{size} x i8], ptr {place}, i32 {short}")

    def load(self, bits: int, signed: bool, place: str) -> str:
        found = self._let(f"load i{bits}, ptr {place}, align {bits // 8}")
        return found if bits == 64 else self._let(f"{'sext' if signed else 'zext'} i{bits} {found} to i64")

    def store(self, bits: int, place: str, value: str) -> None:
        if bits < 64:
            value = self._let(f"trunc i64 {value} to i{bits}")
        self._write(f"store i{bits} {value}, ptr {place}, align {bits // 8}")

    def copy(self, target: str, source: str, size: int) -> None:
        self._write(f"call void @llvm.memmove.p0.p0.i32(ptr {target}, ptr {source}, i32 {size}, i1 false)")

    # --- Ways -----------------------------------------------------------------------------------------------------
    def begin_if(self, truth: str) -> None:
        way = self._new("way")
        self._ways.append(way)
        self._go(f"br i1 {truth}, label %{way}.yes, label %{way}.no")
        self._label(f"{way}.yes")

    def otherwise(self) -> None:
        way = self._ways.pop()
        if self._is_open:
            self._go(f"br label %{way}.end")
        self._label(f"{way}.no")
        self._ways.append(way + "+")

    def end_if(self) -> None:
        way = self._ways.pop()
        if way.endswith("+"):
            self._label(f"{way[:-1]}.end")
        else:
            self._label(f"{way}.no")

    def begin_loop(self) -> None:
        self._loops.append(self._new("loop"))
        self._label(f"{self._loops[-1]}.test")

    def leave_unless(self, truth: str) -> None:
        loop = self._loops[-1]
        self._go(f"br i1 {truth}, label %{loop}.body, label %{loop}.end")
        self._label(f"{loop}.body")

    def begin_advance(self) -> None:
        self._label(f"{self._loops[-1]}.advance")

    def end_loop(self) -> None:
        loop = self._loops.pop()
        self._go(f"br label %{loop}.test")
        self._label(f"{loop}.end")

    def leave(self) -> None:
        self._go(f"br label %{self._loops[-1]}.end")

    def advance(self) -> None:
        self._go(f"br label %{self._loops[-1]}.advance")

    # --- Functions ------------------------------------------------------------------------------------------------
    def call(self, name: str, given: Sequence[tuple[Kind, str]], result: Kind) -> str:
        line = called(name, given, result)
        if result == NOTHING:
            self._write(line)
            return ""
        return self._let(line)

    def part(self, several: str, kind: Several, place: int) -> str:
        return self._let(f"extractvalue {type_of(kind)} {several}, {place}")

    def give(self, values: Sequence[str]) -> None:
        if not values:
            self._go("ret void")
        elif isinstance(self._result, Several):
            whole = "poison"
            for place, (value, kind) in enumerate(zip(values, self._result.kinds, strict=True)):
                whole = self._let(f"insertvalue {type_of(self._result)} {whole}, {type_of(kind)} {value}, {place}")
            self._go(f"ret {type_of(self._result)} {whole}")
        else:
            self._go(f"ret {type_of(self._result)} {values[0]}")

    def never(self) -> None:
        """The end of a function that has given something before."""
        self._go("unreachable")


def called(name: str, given: Sequence[tuple[Kind, str]], result: Kind) -> str:
    return f"call {type_of(result)} @{name}({', '.join(f'{type_of(kind)} {value}' for kind, value in given)})"


def table(name: str, kind: Row | Grid, numbers: Sequence[int]) -> str:
    """A table of the rules as a constant."""
    listed = ", ".join(f"i{kind.bits} {number}" for number in numbers)
    align = kind.bits // 8
    return f"{name} = internal unnamed_addr constant [{len(numbers)} x i{kind.bits}] [{listed}], align {align}"


def entrance(name: str, of: str, kinds: Sequence[Kind], result: Kind) -> str:
    """A function that can be called from outside."""
    given = [(kind, f"%{place}") for place, kind in enumerate(kinds)]
    asked = ", ".join(f"{type_of(kind)} {code}" for kind, code in given)
    line = called(of, given, result)
    body = f"  {line}\n  ret void" if result == NOTHING else f"  %r = {line}\n  ret {type_of(result)} %r"
    shown = "zeroext i1" if result == BOOL else type_of(result)
    return f"define {shown} @enter.{name}({asked}) nounwind {{\n{body}\n}}"


def object_of(text: str) -> bytes:
    """What LLVM makes of all functions: an object for WebAssembly."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    layout = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    module = llvm.parse_assembly(layout + BORROWED + text)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    found: bytes = machine.emit_object(module)
    return found
