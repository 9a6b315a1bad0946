"""Solutions that take seconds are computed beside the page, so that a box is played meanwhile.

A page that waited itself would begin anew with every roll, since each sends the page's script
back to its start.
"""

from __future__ import annotations

from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from shutbox.solver import Objective, Solution, is_large, solve
from shutbox.variants import Variant


class _Job:
    """One solution on its way.

    Attributes:
        share: how much of the work is done, from 0 to 1.
    """

    def __init__(self, variant: Variant, objective: Objective) -> None:
        self.share = 0.0
        self.future: Future[Solution] = _pool().submit(solve, variant, objective, self._report)

    def _report(self, share: float) -> None:
        self.share = share


_jobs: dict[tuple[Variant, Objective], _Job] = {}


@cache
def _pool() -> ThreadPoolExecutor:
    # One at a time: two would share a core's time and need twice the memory.
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="solve")


def progress(variant: Variant, objective: Objective) -> float | None:
    """Return how much of a box's solution is computed, or None if `solve` answers at once.

    The first question begins the work. It is the same for all sessions.

    Raises:
        Exception: what went wrong in the computation; the next question begins anew.
    """
    if not is_large(variant):
        return None
    job = _jobs.get((variant, objective))
    if job is None:
        job = _jobs[variant, objective] = _Job(variant, objective)
    if not job.future.done():
        return job.share
    if job.future.exception() is not None:
        del _jobs[variant, objective]
    job.future.result()
    return None


def wait(variant: Variant, objective: Objective) -> None:
    """Return when `solve` answers at once."""
    while progress(variant, objective) is not None:
        futures.wait([_jobs[variant, objective].future])
