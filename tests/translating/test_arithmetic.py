"""What languages differ in is the same in all forms: division, shifts, widths, wrapping around, floats."""

from __future__ import annotations

import functools
import inspect
import math
import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.kit.games import law
from tests.translating import arithmetic
from tests.translating.arithmetic import State
from tiotal.engine import forms
from tiotal.engine.records import layout_of
from tiotal.engine.translating.translation import translated
from tiotal.engine.webassembly import InWasmtime
from tiotal.rules import exponentials

compiled = pytest.importorskip("tiotal.engine.compiled")

NEAR = st.integers(-130, 130)
ANY = st.integers(-(2**63), 2**63 - 1)
HALF = st.integers(-(2**31), 2**31)
REALS = st.floats(-1e6, 1e6)
OF_TWO = [
    *("quotient", "remainder", "shifted", "bits", "low_product", "between", "first_of", "counted", "chosen"),
    *("divided", "mixed", "swapped", "looked_up"),
]
OF_ONE = ["by_seven", "by_minus_seven", "by_eight", "negative", "root"]


@functools.cache
def all_forms() -> list[forms.Form]:
    """Interpreted, compiled and translated."""
    kinds: dict[str, Any] = {"int": int, "float": float, "State": State}
    entrances = {}
    for name, function in forms.rule_functions(arithmetic):
        asked = [str(parameter.annotation) for parameter in inspect.signature(function).parameters.values()]
        if function.__module__ == arithmetic.__name__ and all(kind in kinds for kind in asked):
            entrances[name] = [kinds[kind] for kind in asked if kind in kinds]
    entrances.pop("both")
    instance = InWasmtime(translated([arithmetic], entrances))
    return [forms.interpreted(arithmetic), forms.compiled(arithmetic), forms.translated(arithmetic, instance)]


def in_all_forms(name: str, *arguments: float) -> Any:
    plain, *others = (getattr(form, name)(*arguments) for form in all_forms())
    for other in others:
        assert other == plain
    return plain


@pytest.mark.parametrize("name", OF_TWO)
@given(st.one_of(NEAR, HALF), st.one_of(NEAR, HALF).filter(bool))
@law(60)
@example(-7, 2)
@example(7, -2)
@example(-8, -3)
@example(-(2**31), -1)
def test_integers(name: str, a: int, b: int) -> None:
    in_all_forms(name, a, b)


@pytest.mark.parametrize("name", OF_ONE)
@given(st.one_of(NEAR, HALF))
@law(60)
@example(-7)
@example(-1)
def test_one_integer(name: str, a: int) -> None:
    in_all_forms(name, a)


@given(NEAR, NEAR)
@law(60)
def test_loops(a: int, b: int) -> None:
    in_all_forms("loops", a, b)


@given(ANY, ANY)
@law(60)
def test_products_wrap_around_as_in_numba(a: int, b: int) -> None:
    _, numba, translation = (form.product for form in all_forms())
    assert numba(a, b) == translation(a, b)
    assert translation(a, b) == (a * b + a - b + 2**63) % 2**64 - 2**63


# --- Floats -----------------------------------------------------------------------------------------------------
@given(REALS, REALS, REALS)
@law(100)
@example(0.1, 10.0, -1.0)
@example(1 + 2**-30, 1 + 2**-30, -1.0)
def test_floats_are_rounded_after_every_step(a: float, b: float, c: float) -> None:
    assert in_all_forms("fused", a, b, c) == a * b + c - b * c


@given(st.floats(-1e15, 1e15))
@law(60)
@example(-0.9)
@example(-2.5)
def test_int_cuts_off(a: float) -> None:
    assert in_all_forms("cut_off", a) == int(a)


@given(st.floats(-745.0, 709.7))
@law(200)
@example(0.0)
def test_exp_is_right_to_the_last_bits_and_the_same_everywhere(a: float) -> None:
    near = math.exp(a)
    assert abs(in_all_forms("exponential", a) - near) <= 2 * math.ulp(near)


@given(st.one_of(st.floats(5e-324, 1.7e308), st.integers(1, 2**40).map(float)))
@law(200)
@example(1.0)
@example(2**0.5)
def test_log_is_right_to_the_last_bits_and_the_same_everywhere(a: float) -> None:
    near = math.log(a)
    assert abs(in_all_forms("logarithm", a) - near) <= 2 * math.ulp(near)


def test_what_is_too_much_for_exp_is_infinite_or_nothing() -> None:
    assert [in_all_forms("exponential", a) for a in (710.0, 1e300, -746.0, -1e300)] == [math.inf, math.inf, 0.0, 0.0]
    assert exponentials.exp(0.0) == 1.0 and exponentials.log(1.0) == 0.0


# --- Records ----------------------------------------------------------------------------------------------------
def new_record(form: forms.Form) -> Any:
    return form.kept.new_records(State, 1)[0]


@given(st.one_of(NEAR, HALF, ANY))
@law(100)
@example(-1)
@example(255)
@example(65536)
def test_fields_keep_what_they_have_room_for_as_in_numba(a: int) -> None:
    found = []
    for form in all_forms()[1:]:
        record = new_record(form)
        form.written(record, a)
        found.append(form.kept.unpack(record, State).values())
    assert found[0] == found[1]
    assert found[1][0] == (a + 128) % 256 - 128


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=6))
@law(60)
def test_fields_are_changed_alike(numbers: list[int]) -> None:
    """Beyond their room as Numba does it; within it as Python does."""
    records = [(form, new_record(form)) for form in all_forms()]
    is_within = True
    for a in numbers:
        plain, numba, translation = (form.added(record, a) for form, record in records)
        assert numba == translation
        state = records[0][1]
        is_within = is_within and state.short_positive >= 0 and max(abs(state.small), abs(state.bytes[4])) < 128
        assert not is_within or plain == translation
    kept = [form.kept.unpack(record, State).values() for form, record in records]
    assert kept[1] == kept[2]


def test_records_lie_as_numpy_lays_them() -> None:
    layout, of_numpy = layout_of(State), compiled.record_type(State)
    assert layout.size == of_numpy.itemsize
    assert {name: place.offset for name, place in layout.places.items()} == {
        name: of_numpy.fields[name][1] for name in of_numpy.names
    }


def test_fields_of_a_record_are_read_and_written_from_python() -> None:
    form = all_forms()[2]
    records = form.kept.new_records(State, 2)
    record = records[1]
    dice = random.Random(1)
    state = State()
    for name, field in State.fields.items():
        most = 2 ** (field.bits - 1) - 1
        value: Any = dice.randrange(most)
        if field.shape:
            value = [dice.randrange(most) for _ in range(field.shape[0])]
        if len(field.shape) == 2:
            value = [[dice.randrange(most) for _ in range(field.shape[1])] for _ in range(field.shape[0])]
        setattr(state, name, value)
        record[name] = value
        assert record[name] == value and getattr(record, name) == value
    assert record.unpack(State).values() == state.values()
    record.longs[1] = -5
    record.lines[2][-1] = 9
    record["bytes"][1:3] = [7, 8]
    record.small = -3
    assert (record["longs"][1], record["lines"].tolist()[2][4]) == (-5, 9)
    assert (record.bytes[:3][1:], record["small"]) == ([7, 8], -3)
    assert records[0].unpack(State).values() == State().values(), "the one before it is untouched"
    with pytest.raises(IndexError):
        record.longs[3]
    with pytest.raises(AttributeError, match="no field 'colour'"):
        _ = record.colour
    with pytest.raises(Exception, match="format"):
        record.small = 128


def test_memory_of_records_that_nobody_has_is_used_again() -> None:
    kept = all_forms()[2].kept
    places = {kept.new_records(State, 50).address for _ in range(40)}
    assert len(places) < 5
    some = [kept.new_records(State, 2_000) for _ in range(3)]  # more than there was
    some[2][1999].last = 7
    assert some[2][1999].last == 7 and some[1][1999].last == 0
