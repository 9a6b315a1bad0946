"""Many turns are simulated beside the page: no pupil waits for what another one asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, lru_cache
from threading import Event
from typing import Generic, TypeVar

from shutbox.exact_play import ExactPlay, play_exactly, roll_costs
from shutbox.players import Player
from shutbox.simulate import turn_scores
from shutbox.variants import Variant

_AT_ONCE_SECONDS = 0.2
"""What is ready by then needs no bar of progress."""

Result = TypeVar("Result")


class _StoppedError(Exception):
    """Somebody has stopped the work."""


class Job(Generic[Result]):
    """A piece of work in another thread, begun at once, and again if it was stopped."""

    def __init__(self, work: Callable[[Callable[[float], None]], Result]) -> None:
        self._work = work
        self._begin()

    def _begin(self) -> None:
        self._share = 0.0
        self._stop = Event()
        self._future: Future[Result] = _pool().submit(self._work, self._report)

    def _report(self, share: float) -> None:
        if self._stop.is_set():
            raise _StoppedError
        self._share = share

    def progress(self) -> float | None:
        """Return how much is done, from 0 to 1, or None if `result` answers at once.

        Raises:
            Exception: what went wrong in the work; the next question begins anew.
        """
        futures.wait([self._future], _AT_ONCE_SECONDS)
        if not self._future.done():
            return self._share
        if (error := self._future.exception()) is None:
            return None
        self._begin()
        if isinstance(error, _StoppedError):
            return 0.0
        raise error

    @property
    def is_stopped(self) -> bool:
        """Whether it was stopped and nobody has asked for it since."""
        return self._stop.is_set()

    def stop(self) -> None:
        """End the work at its next report; whoever still asks for it begins it anew."""
        self._stop.set()

    def result(self) -> Result:
        """Return what the work came to, and wait for it if need be."""
        return self._future.result()


@cache
def _pool() -> ThreadPoolExecutor:
    # Two, so that a short simulation does not wait for the end of a long one.
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="simulate")


@lru_cache(maxsize=256)
def scores(variant: Variant, player: Player, turns: int, seed: str) -> Job[tuple[int, ...]]:
    """Return the job of `simulate.turn_scores`."""
    return Job(lambda report: turn_scores(variant, player, turns, seed, report))


@lru_cache(maxsize=256)
def exact(variant: Variant, player: Player) -> Job[ExactPlay[float]]:
    """Return the job of `play_exactly`, after which `roll_costs` is known too."""

    def work(_report: Callable[[float], None]) -> ExactPlay[float]:
        roll_costs(variant, player)
        return play_exactly(variant, player)

    return Job(work)
