"""What follows from a state is worked out once, and says on what it depends.

    @derived(on=PLACES | VICTORIES)
    def zone(state: State, side: int) -> bytes: ...

Whoever changes the places of units calls `state.maps.memos.touch(PLACES)`, and everything that
depends on them is forgotten. The kinds of changes are bits, which each game names for itself.

Results are shared: nobody may change them. `None` is not remembered. Arguments are given by
position; to leave one out is to ask for its default.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
Store = dict[Hashable, Any]


class Memos(dict[int, Store]):
    """What is known of one state: for each set of changes, what holds until one of them."""

    live = 0
    """The changes that would make it forget something. Of the class while nothing is known, so that
    making one, which every copy of a state does, runs no code of ours."""

    def __missing__(self, on: int) -> Store:
        store: Store = {}
        self[on] = store
        self.live |= on
        return store

    def touch(self, changes: int) -> None:
        """Forget everything that depends on one of these changes."""
        if self.live & changes:
            self.live = 0
            for on in tuple(self):
                if on & changes:
                    del self[on]
                else:
                    self.live |= on

    def copy(self) -> Memos:
        """For a copy of the state, which goes its own way."""
        other = Memos()
        if self:
            other.live = self.live
            for on, store in self.items():
                other[on] = store.copy()
        return other


class NoMemos(Memos):
    """Remembers nothing, so that a test can compare."""

    def __missing__(self, on: int) -> Store:
        return {}

    def copy(self) -> Memos:
        return NoMemos()


class _Switch:
    kind: type[Memos] = Memos


def new_memos() -> Memos:
    """For a state that is made or read."""
    return _Switch.kind()


@contextmanager
def disabled() -> Iterator[None]:
    """States that are made or read meanwhile work everything out whenever they are asked."""
    _Switch.kind = NoMemos
    try:
        yield
    finally:
        _Switch.kind = Memos


class Kept(Protocol):
    @property
    def memos(self) -> Memos: ...


class Remembering(Protocol):
    """A state whose maps keep memos."""

    @property
    def maps(self) -> Kept: ...


S = TypeVar("S", bound=Remembering)
Derivation = Callable[Concatenate[S, P], R]


def derived(on: int) -> Callable[[Derivation[S, P, R]], Derivation[S, P, R]]:
    """A function of a state, and perhaps of more, that changes only with these."""

    def remember(compute: Derivation[S, P, R]) -> Derivation[S, P, R]:
        name = _name(compute)
        work = cast("Callable[..., R]", compute)

        def ask(state: S) -> R:
            store = state.maps.memos[on]
            found: R | None = store.get(name)
            if found is None:
                found = store[name] = work(state)
            return found

        def ask_one(state: S, key: Hashable) -> R:
            store = state.maps.memos[on]
            found: R | None = store.get((name, key))
            if found is None:
                found = store[name, key] = work(state, key)
            return found

        def ask_two(state: S, one: Hashable, other: Hashable) -> R:
            store = state.maps.memos[on]
            found: R | None = store.get((name, one, other))
            if found is None:
                found = store[name, one, other] = work(state, one, other)
            return found

        def ask_of(state: S, *key: Hashable) -> R:
            if len(key) < count:
                key += defaults[len(key) - count :]
            store = state.maps.memos[on]
            found: R | None = store.get((name, key))
            if found is None:
                found = store[name, key] = work(state, *key)
            return found

        count, defaults = _arguments(compute, 1)
        chosen = _chosen(ask, ask_one, ask_two, ask_of, count, defaults)
        known = cast("Derivation[S, P, R]", wraps(compute)(chosen))
        _WHERE[known] = on, name
        return known

    return remember


_WHERE: dict[object, tuple[int, str]] = {}


def remembered(function: Callable[[S], R], state: S) -> R | None:
    """What a function `derived` from the state alone has found already; it is not worked out."""
    on, name = _WHERE[function]
    store = state.maps.memos.get(on)
    return store.get(name) if store is not None else None


def derived_by_side(on: Sequence[int]) -> Callable[[Derivation[S, P, R]], Derivation[S, P, R]]:
    """The same for a function of a state and a side; `on` says what it depends on for each side."""
    if len(set(on)) < len(on):
        raise ValueError("the sides depend on different changes, or `derived` will do")

    def remember(compute: Derivation[S, P, R]) -> Derivation[S, P, R]:
        name = _name(compute)
        work = cast("Callable[..., R]", compute)

        def ask(state: S, side: int) -> R:
            store = state.maps.memos[on[side]]
            found: R | None = store.get(name)
            if found is None:
                found = store[name] = work(state, side)
            return found

        def ask_one(state: S, side: int, key: Hashable) -> R:
            store = state.maps.memos[on[side]]
            found: R | None = store.get((name, key))
            if found is None:
                found = store[name, key] = work(state, side, key)
            return found

        def ask_two(state: S, side: int, one: Hashable, other: Hashable) -> R:
            store = state.maps.memos[on[side]]
            found: R | None = store.get((name, one, other))
            if found is None:
                found = store[name, one, other] = work(state, side, one, other)
            return found

        def ask_of(state: S, side: int, *key: Hashable) -> R:
            if len(key) < count:
                key += defaults[len(key) - count :]
            store = state.maps.memos[on[side]]
            found: R | None = store.get((name, key))
            if found is None:
                found = store[name, key] = work(state, side, *key)
            return found

        count, defaults = _arguments(compute, 2)
        chosen = _chosen(ask, ask_one, ask_two, ask_of, count, defaults)
        return cast("Derivation[S, P, R]", wraps(compute)(chosen))

    return remember


def _name(compute: Callable[..., object]) -> str:
    """Not the function itself: states are pickled together with what they remember."""
    return f"{compute.__module__}.{compute.__qualname__}"


def _arguments(compute: Callable[..., object], first: int) -> tuple[int, tuple[Hashable, ...]]:
    """How many arguments are part of the key, and the defaults of the last ones."""
    key = list(signature(compute).parameters.values())[first:]
    return len(key), tuple([p.default for p in key if p.default is not Parameter.empty])


def _chosen(
    ask: Callable[..., R],
    ask_one: Callable[..., R],
    ask_two: Callable[..., R],
    ask_of: Callable[..., R],
    count: int,
    defaults: tuple[Hashable, ...],
) -> Callable[..., R]:
    if count == 0:
        return ask
    # Counted arguments are quicker than any number of them.
    counted = {1: ask_one, 2: ask_two}
    return counted.get(count, ask_of) if not defaults else ask_of
