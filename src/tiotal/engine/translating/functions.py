"""One function of the text, for arguments of certain kinds: its statements and expressions, step by step.

Everything is worked out in Python's order. The steps are written down by `llvm.Steps`; this module knows what Python
means, and nothing of LLVM.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, Protocol

from tiotal.engine.records import layout_of
from tiotal.engine.translating.kinds import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    Grid,
    Kind,
    Number,
    Pointed,
    Record,
    Records,
    Row,
    Several,
    kind_of_field,
    together,
)
from tiotal.engine.translating.llvm import Steps
from tiotal.engine.translating.text import OutsideTheSubset, Written

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
RESULTS = {"int": INT, "bool": BOOL, "float": FLOAT, "None": NOTHING}
PASSES = 6  # until the kinds of all variables are known


@dataclass(frozen=True)
class Value:
    """Something worked out: its kind, how the steps call it and, for what is pointed at, how far behind that it is."""

    kind: Kind
    code: str
    offset: int = 0
    known: int | None = None  # an integer that is the same every time
    natural: bool = False  # an integer that is never negative
    parts: tuple[Value, ...] = ()  # of several results


class Others(Protocol):
    """What a function needs of the others."""

    def name_of(self, function: FunctionType, kinds: tuple[Kind, ...]) -> tuple[str, Kind]:
        """How another function is called for such arguments, and what it gives."""
        ...

    def table(self, numbers: tuple[Any, ...]) -> tuple[str, Row | Grid]: ...

    def is_copy(self, function: object) -> bool:
        """Whether this copies one record to another."""
        ...


def result_of(written: Written) -> Kind:
    said = written.returns
    if said in RESULTS:
        return RESULTS[said]
    if said.startswith("tuple[") and said.endswith("]"):
        parts = said[6:-1].replace(" ", "").split(",")
        if all(part in ("int", "bool", "float") for part in parts):
            return Several(tuple(RESULTS[part] for part in parts))
    raise written.outside(f"{written.name} gives {said}, and may give int, bool, float, None or a tuple of them")


def translate(written: Written, name: str, kinds: Sequence[Kind], others: Others) -> str:
    """The whole function in LLVM's language."""
    variables: dict[str, Kind] = dict(zip(written.parameters, kinds, strict=True))
    for _ in range(PASSES):
        one = Function(written, name, dict(variables), others)
        one.run()
        if one.variables == variables:
            return one.steps.whole([(one.own(parameter), variables[parameter]) for parameter in written.parameters])
        variables = one.variables
    raise written.outside(f"the kinds of the variables of {written.name} cannot be told")


class Function:
    """One pass over a function, with what is known of its variables so far."""

    def __init__(self, written: Written, name: str, variables: dict[str, Kind], others: Others) -> None:
        self.written = written
        self.variables = variables
        self.result = result_of(written)
        self.steps = Steps(name, self.result)
        self._others = others

    def run(self) -> None:
        self._block(self.written.statements)
        if self.result == NOTHING:
            self.steps.give([])
        else:
            self.steps.never()

    @staticmethod
    def own(variable: str) -> str:
        """A variable's name, which is none of a temporary one."""
        return f"{variable}_"

    def _outside(self, what: str, node: ast.AST) -> OutsideTheSubset:
        return self.written.outside(what, node)

    # --- Statements ---------------------------------------------------------------------------------------------
    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            how: Callable[[Any], None] | None = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
            if how is None:
                raise self._outside(f"rules have no {type(statement).__name__.lower()} statement", statement)
            how(statement)

    def _do_pass(self, statement: ast.Pass) -> None:
        pass

    def _do_expr(self, statement: ast.Expr) -> None:
        if isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str):
            return  # what it is for
        self._value(statement.value)

    def _do_return(self, statement: ast.Return) -> None:
        if statement.value is None:
            if self.result != NOTHING:
                raise self._outside(f"{self.written.name} must give something here", statement)
            self.steps.give([])
            return
        value = self._value(statement.value)
        if isinstance(self.result, Several):
            if len(value.parts) != len(self.result.kinds):
                raise self._outside(f"{self.written.name} gives {len(self.result.kinds)} values", statement)
            wanted = zip(value.parts, self.result.kinds, strict=True)
            self.steps.give([self._as(part, kind, statement) for part, kind in wanted])
        else:
            self.steps.give([self._as(value, self.result, statement)])

    def _do_assign(self, statement: ast.Assign) -> None:
        value = self._value(statement.value)
        for target in statement.targets:
            self._assign(target, value)

    def _do_annassign(self, statement: ast.AnnAssign) -> None:
        if statement.value is not None:
            self._assign(statement.target, self._value(statement.value))

    def _do_augassign(self, statement: ast.AugAssign) -> None:
        if isinstance(statement.target, ast.Name):
            before = self._value(statement.target)
            self._assign(
                statement.target, self._operation(statement.op, before, self._value(statement.value), statement)
            )
            return
        bits, signed, place = self._place(statement.target)
        before = Value(INT, self.steps.load(bits, signed, place))
        after = self._operation(statement.op, before, self._value(statement.value), statement)
        self.steps.store(bits, place, self._as(after, INT, statement))

    def _assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Tuple):
            if len(value.parts) != len(target.elts):
                raise self._outside(f"{len(target.elts)} names for {len(value.parts) or 1} values", target)
            for one, part in zip(target.elts, value.parts, strict=True):
                self._assign(one, part)
        elif isinstance(target, ast.Name):
            self._set(target.id, value, target)
        else:
            bits, _, place = self._place(target)
            self.steps.store(bits, place, self._as(value, INT, target))

    def _set(self, name: str, value: Value, node: ast.AST) -> None:
        if isinstance(value.kind, Several) or value.kind == NOTHING:
            raise self._outside(f"{name} cannot be nothing, or several things", node)
        kind = together(self.variables.setdefault(name, value.kind), value.kind)
        if kind is None:
            raise self._outside(f"{name} is of two kinds that have nothing in common", node)
        self.variables[name] = kind
        self.steps.set(self.own(name), kind, self._as(value, kind, node))

    def _do_if(self, statement: ast.If) -> None:
        self.steps.begin_if(self._truth(statement.test))
        self._block(statement.body)
        self.steps.otherwise()
        self._block(statement.orelse)
        self.steps.end_if()

    def _do_while(self, statement: ast.While) -> None:
        if statement.orelse:
            raise self._outside("rules have no else after a loop", statement)
        self.steps.begin_loop()
        self.steps.leave_unless(self._truth(statement.test))
        self._block(statement.body)
        self.steps.begin_advance()
        self.steps.end_loop()

    def _do_for(self, statement: ast.For) -> None:
        call, target = statement.iter, statement.target
        is_range = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
        if not is_range or not isinstance(target, ast.Name) or statement.orelse:
            raise self._outside("loops go over a range, with one variable and no else", statement)
        assert isinstance(call, ast.Call)
        bounds = [self._value(bound) for bound in call.args]
        step = bounds[2].known if len(bounds) == 3 else 1
        if not step:
            raise self._outside("the step of a range is a fixed number", statement)
        first, last = (Value(INT, self.steps.integer(0), known=0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        end = self._as(last, INT, statement)
        count = self.steps.variable(INT)
        self.steps.set(count, INT, self._as(first, INT, statement))
        self.steps.begin_loop()
        self.steps.leave_unless(self.steps.compare("<" if step > 0 else ">", INT, self.steps.get(count, INT), end))
        self._set(target.id, Value(INT, self.steps.get(count, INT)), target)
        self._block(statement.body)
        self.steps.begin_advance()
        self.steps.set(count, INT, self.steps.operation("+", INT, self.steps.get(count, INT), self.steps.integer(step)))
        self.steps.end_loop()

    def _do_break(self, statement: ast.Break) -> None:
        self.steps.leave()

    def _do_continue(self, statement: ast.Continue) -> None:
        self.steps.advance()

    # --- Places: fields and what is in rows -----------------------------------------------------------------------
    def _place(self, node: ast.expr) -> tuple[int, bool, str]:
        """Bits, sign and address of a single number."""
        if isinstance(node, ast.Attribute):
            record = self._value(node.value)
            if isinstance(record.kind, Record) and node.attr in record.kind.of.fields:
                field = record.kind.of.fields[node.attr]
                if not field.shape:
                    offset = record.offset + layout_of(record.kind.of).places[node.attr].offset
                    return field.bits, field.signed, self.steps.behind(record.code, offset)
        elif isinstance(node, ast.Subscript):
            row = self._value(node.value)
            if isinstance(row.kind, Row):
                index = self._index(node.slice, row.kind.length)
                start = self.steps.element(row.code, index, row.kind.bits // 8)
                return row.kind.bits, row.kind.signed, self.steps.behind(start, row.offset)
        raise self._outside(f"{ast.unparse(node)} is no single number of a record", node)

    def _index(self, node: ast.expr, length: int | None) -> str:
        """From the end, if it is negative, as in Python and in Numba."""
        index = self._value(node)
        code = self._as(index, INT, node)
        if index.natural or (index.known is not None and index.known >= 0) or length is None:
            return code
        is_negative = self.steps.compare("<", INT, code, self.steps.integer(0))
        return self.steps.choice(
            is_negative, INT, self.steps.operation("+", INT, code, self.steps.integer(length)), code
        )

    # --- Expressions ----------------------------------------------------------------------------------------------
    def _value(self, node: ast.expr) -> Value:
        how: Callable[[Any], Value] | None = getattr(self, f"_see_{type(node).__name__.lower()}", None)
        if how is None:
            raise self._outside(f"rules have no {type(node).__name__.lower()}: {ast.unparse(node)}", node)
        return how(node)

    def _see_constant(self, node: ast.Constant) -> Value:
        return self._constant(node.value, node)

    def _constant(self, value: object, node: ast.AST) -> Value:
        if isinstance(value, bool):
            return Value(BOOL, self.steps.truth(value), known=int(value))
        if isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
            return Value(INT, self.steps.integer(value), known=value)
        if isinstance(value, float):
            return Value(FLOAT, self.steps.real(value))
        raise self._outside(f"rules know integers of 64 bits, floats and truth, not {value!r:.40}", node)

    def _see_name(self, node: ast.Name) -> Value:
        if node.id in self.variables:
            kind = self.variables[node.id]
            return Value(kind, self.steps.get(self.own(node.id), kind))
        meaning = self.written.meaning(node)
        if isinstance(meaning, tuple):
            if not meaning:
                raise self._outside(f"{node.id} is an empty table", node)
            try:
                name, table = self._others.table(meaning)
            except ValueError as error:
                raise self._outside(f"{node.id} is no table of integers: {error}", node) from error
            return Value(table, name)
        return self._constant(meaning, node)

    def _see_attribute(self, node: ast.Attribute) -> Value:
        record = self._value(node.value)
        if not isinstance(record.kind, Record) or node.attr not in record.kind.of.fields:
            raise self._outside(f"there is no field {ast.unparse(node)}", node)
        field = record.kind.of.fields[node.attr]
        offset = record.offset + layout_of(record.kind.of).places[node.attr].offset
        kind = kind_of_field(field)
        if kind is not None:
            return Value(kind, record.code, offset)
        return self._load(field.bits, field.signed, self.steps.behind(record.code, offset))

    def _load(self, bits: int, signed: bool, place: str) -> Value:
        return Value(INT, self.steps.load(bits, signed, place), natural=not signed and bits < 64)

    def _see_subscript(self, node: ast.Subscript) -> Value:
        whole = self._value(node.value)
        if isinstance(whole.kind, Row):
            index = self._index(node.slice, whole.kind.length)
            start = self.steps.element(whole.code, index, whole.kind.bits // 8)
            return self._load(whole.kind.bits, whole.kind.signed, self.steps.behind(start, whole.offset))
        if isinstance(whole.kind, Grid):
            index = self._index(node.slice, whole.kind.rows)
            size = whole.kind.columns * whole.kind.bits // 8
            return Value(whole.kind.row, self.steps.element(whole.code, index, size), whole.offset)
        if isinstance(whole.kind, Records):
            record = Record(whole.kind.of)
            return Value(record, self.steps.element(whole.code, self._index(node.slice, None), record.size))
        raise self._outside(f"{ast.unparse(node.value)} is no row", node)

    def _see_tuple(self, node: ast.Tuple) -> Value:
        parts = tuple(self._value(part) for part in node.elts)
        if not all(isinstance(part.kind, Number) for part in parts):
            raise self._outside("only numbers are given together", node)
        return Value(Several(tuple(part.kind for part in parts if isinstance(part.kind, Number))), "", parts=parts)

    def _see_binop(self, node: ast.BinOp) -> Value:
        return self._operation(node.op, self._value(node.left), self._value(node.right), node)

    def _operation(self, operator: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        sign = OPERATORS.get(type(operator))
        if sign is None:
            raise self._outside(f"rules do not know {type(operator).__name__.lower()}", node)
        kind = INT if together(left.kind, right.kind) in (INT, BOOL) else FLOAT
        if sign == "/":
            kind = FLOAT
        if kind == FLOAT and sign not in ("+", "-", "*", "/"):
            raise self._outside(f"{sign} is for integers only", node)
        if kind == INT and left.known is not None and right.known is not None:
            found = _worked_out(sign, left.known, right.known)
            if found is not None:
                return Value(INT, self.steps.integer(found), known=found)
        one, other = self._as(left, kind, node), self._as(right, kind, node)
        if kind == INT and sign in ("//", "%") and right.known is not None and right.known > 0:
            return Value(kind, self.steps.division(sign, one, right.known), natural=sign == "%")
        return Value(kind, self.steps.operation(sign, kind, one, other))

    def _see_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(BOOL, self.steps.inverse(self._truth(node.operand)))
        value = self._value(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(node.op, ast.USub):
            if value.known is not None:
                return self._constant(-value.known, node)
            kind = FLOAT if value.kind == FLOAT else INT
            return Value(kind, self.steps.negative(kind, self._as(value, kind, node)))
        if value.known is not None:
            return self._constant(~value.known, node)
        flipped = self.steps.operation("^", INT, self._as(value, INT, node), self.steps.integer(-1))
        return Value(INT, flipped)

    def _see_compare(self, node: ast.Compare) -> Value:
        """As long as each pair of a chain holds; what comes after is not looked at."""
        left = self._value(node.left)
        if len(node.ops) == 1:
            return self._pair(left, node.ops[0], node.comparators[0])[0]
        found = self.steps.variable(BOOL)
        for number, (operator, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
            truth, left = self._pair(left, operator, right_node)
            self.steps.set(found, BOOL, truth.code)
            if number < len(node.ops) - 1:
                self.steps.begin_if(truth.code)
        for _ in node.ops[1:]:
            self.steps.end_if()
        return Value(BOOL, self.steps.get(found, BOOL))

    def _pair(self, left: Value, operator: ast.cmpop, right_node: ast.expr) -> tuple[Value, Value]:
        """Whether it holds, and what is on the right."""
        if isinstance(operator, ast.In | ast.NotIn):
            if not isinstance(right_node, ast.Tuple):
                raise self._outside("in is for numbers that are listed", right_node)
            found = self.steps.truth(False)
            for each in right_node.elts:
                found = self.steps.either(found, self._comparison("==", left, self._value(each), each))
            return Value(BOOL, found if isinstance(operator, ast.In) else self.steps.inverse(found)), left
        sign = COMPARISONS.get(type(operator))
        if sign is None:
            raise self._outside(f"rules do not know {type(operator).__name__.lower()}", right_node)
        right = self._value(right_node)
        return Value(BOOL, self._comparison(sign, left, right, right_node)), right

    def _comparison(self, sign: str, left: Value, right: Value, node: ast.AST) -> str:
        kind = FLOAT if FLOAT in (left.kind, right.kind) else INT
        return self.steps.compare(sign, kind, self._as(left, kind, node), self._as(right, kind, node))

    def _see_boolop(self, node: ast.BoolOp) -> Value:
        """The first that decides it, or the last: as a number if not all are claims."""
        return self._decided(node.values, isinstance(node.op, ast.And))

    def _decided(self, nodes: list[ast.expr], is_and: bool) -> Value:
        first = self._value(nodes[0])
        if len(nodes) == 1:
            return first
        truth = self._true(first, nodes[0])
        self.steps.begin_if(truth)
        if is_and:
            second, mark = self._decided(nodes[1:], is_and), self.steps.here()
            self.steps.otherwise()
            kind, result = self._joined([(second, mark), (first, self.steps.here())], nodes[0])
        else:
            mark = self.steps.here()
            self.steps.otherwise()
            second = self._decided(nodes[1:], is_and)
            kind, result = self._joined([(first, mark), (second, self.steps.here())], nodes[0])
        self.steps.end_if()
        return Value(kind, self.steps.get(result, kind))

    def _see_ifexp(self, node: ast.IfExp) -> Value:
        self.steps.begin_if(self._truth(node.test))
        one, mark = self._value(node.body), self.steps.here()
        self.steps.otherwise()
        other = self._value(node.orelse)
        kind, result = self._joined([(one, mark), (other, self.steps.here())], node)
        self.steps.end_if()
        natural = one.natural and other.natural
        return Value(kind, self.steps.get(result, kind), natural=natural)

    def _joined(self, ways: list[tuple[Value, int]], node: ast.AST) -> tuple[Kind, str]:
        """Where ways meet: at the end of each, its value goes into one variable. Later ways first: marks stay true."""
        kind = together(ways[0][0].kind, ways[1][0].kind)
        if kind is None or isinstance(kind, Several) or kind == NOTHING:
            raise self._outside("the two have no kind in common", node)
        result = self.steps.variable(kind)
        for value, mark in reversed(ways):
            with self.steps.at(mark):
                self.steps.set(result, kind, self._as(value, kind, node))
        return kind, result

    # --- Calls ----------------------------------------------------------------------------------------------------
    def _see_call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self._outside(f"rules call functions by their name, without keywords: {ast.unparse(node)}", node)
        meaning = self.written.meaning(node.func)
        if isinstance(meaning, FunctionType):
            arguments = [self._value(argument) for argument in node.args]
            if self._others.is_copy(meaning):
                return self._copy(arguments, node)
            if hasattr(meaning, "is_rule"):
                return self._call(meaning, arguments, node)
        known: dict[Any, Callable[[ast.Call], Value]] = {
            len: self._length,
            min: self._least_or_most,
            max: self._least_or_most,
            abs: self._absolute,
            int: self._converted,
            float: self._converted,
            bool: self._converted,
            math.sqrt: self._root,
        }
        try:
            how = known.get(meaning)
        except TypeError:
            how = None
        if how is None:
            raise self._outside(f"{node.func.id} is no rule", node)
        return how(node)

    def _call(self, function: FunctionType, arguments: list[Value], node: ast.Call) -> Value:
        kinds = tuple(INT if value.kind == BOOL else value.kind for value in arguments)
        if len(kinds) != function.__code__.co_argcount:
            raise self._outside(f"{function.__name__} has {function.__code__.co_argcount} parameters", node)
        name, result = self._others.name_of(function, kinds)
        given = [(kind, self._as(value, kind, node)) for kind, value in zip(kinds, arguments, strict=True)]
        code = self.steps.call(name, given, result)
        if isinstance(result, Several):
            parts = [Value(kind, self.steps.part(code, result, place)) for place, kind in enumerate(result.kinds)]
            return Value(result, code, parts=tuple(parts))
        return Value(result, code)

    def _copy(self, arguments: list[Value], node: ast.Call) -> Value:
        states, target, source = arguments
        if not isinstance(states.kind, Records):
            raise self._outside("only records are copied", node)
        size = Record(states.kind.of).size
        to, start = (self.steps.element(states.code, self._as(place, INT, node), size) for place in (target, source))
        self.steps.copy(to, start, size)
        return Value(NOTHING, "")

    def _length(self, node: ast.Call) -> Value:
        whole = self._value(node.args[0])
        if isinstance(whole.kind, Row | Grid):
            return self._constant(whole.kind.length if isinstance(whole.kind, Row) else whole.kind.rows, node)
        raise self._outside(f"nobody knows how long {ast.unparse(node.args[0])} is", node)

    def _least_or_most(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Name)
        sign = "<" if self.written.meaning(node.func) is min else ">"
        values = [self._value(argument) for argument in node.args]
        if len(values) < 2:
            raise self._outside(f"{node.func.id} is for two numbers or more", node)
        best = values[0]
        for value in values[1:]:
            kind = FLOAT if FLOAT in (best.kind, value.kind) else INT
            one, other = self._as(best, kind, node), self._as(value, kind, node)
            best = Value(kind, self.steps.choice(self.steps.compare(sign, kind, other, one), kind, other, one))
        return best

    def _absolute(self, node: ast.Call) -> Value:
        value = self._value(node.args[0])
        kind = FLOAT if value.kind == FLOAT else INT
        return Value(kind, self.steps.absolute(kind, self._as(value, kind, node)))

    def _converted(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Name)
        if len(node.args) != 1:
            raise self._outside(f"{node.func.id} is for one number", node)
        if node.func.id == "bool":
            return Value(BOOL, self._truth(node.args[0]))
        value = self._value(node.args[0])
        if node.func.id == "int" and value.kind == FLOAT:
            return Value(INT, self.steps.cut_off(value.code))
        wanted = RESULTS[node.func.id]
        return replace(value, code=self._as(value, wanted, node), kind=wanted)

    def _root(self, node: ast.Call) -> Value:
        return Value(FLOAT, self.steps.root(self._as(self._value(node.args[0]), FLOAT, node)))

    # --- Kinds ----------------------------------------------------------------------------------------------------
    def _truth(self, node: ast.expr) -> str:
        return self._true(self._value(node), node)

    def _true(self, value: Value, node: ast.AST) -> str:
        return self._as(value, BOOL, node)

    def _as(self, value: Value, kind: Kind, node: ast.AST) -> str:
        """A value as one of another kind, if that is the same to Python."""
        if isinstance(kind, Pointed) and value.kind == kind:
            return self.steps.behind(value.code, value.offset)
        if isinstance(kind, Number) and isinstance(value.kind, Number) and NOTHING not in (kind, value.kind):
            if kind == INT and value.known is not None:
                return self.steps.integer(value.known)
            if value.kind == FLOAT and kind == INT:
                raise self._outside("a float is no integer; int() cuts it off", node)
            return self.steps.converted(value.code, value.kind, kind)
        raise self._outside("this cannot be used here", node)


def _worked_out(sign: str, left: int, right: int) -> int | None:
    """What is the same every time, if it fits into 64 bits."""
    if (sign in ("//", "%") and right == 0) or (sign in ("<<", ">>") and not 0 <= right < 64):
        return None
    found = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "//": lambda: left // right,
        "%": lambda: left % right,
        "<<": lambda: left << right,
        ">>": lambda: left >> right,
        "&": lambda: left & right,
        "|": lambda: left | right,
        "^": lambda: left ^ right,
    }[sign]()
    return found if -(1 << 63) <= found < 1 << 63 else None
