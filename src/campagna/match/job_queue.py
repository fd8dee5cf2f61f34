"""The statements by which a computer's turn gets into the queue of Procrastinate, and is missed there."""

from __future__ import annotations

from typing import Any

import msgspec

from campagna.match.standing import Job

DEFER = (
    "procrastinate_defer_jobs_v1(ARRAY[CAST(ROW(CAST(:queue AS text), CAST(:task AS text), "
    "CAST(:priority AS int), CAST(:job_lock AS text), CAST(:job_key AS text), "
    "CAST(:job_args AS jsonb), NULL) AS procrastinate_job_to_defer_v1)])"
)
"""Puts a job into the queue, in the transaction of what it belongs to."""

IN_HAND = (
    "EXISTS (SELECT 1 FROM procrastinate_jobs "
    "WHERE status IN ('todo', 'doing') AND lock = :job_lock)"
)
OWED = """
    SELECT m.id FROM matches m JOIN seats s ON s.match = m.id AND s.side = m.step_side
    WHERE m.phase = 'running' AND m.changed BETWEEN :long AND :late
      AND s.kind NOT IN ('human', 'nobody')
      AND EXISTS (SELECT 1 FROM seats h WHERE h.match = m.id AND h.kind = 'human')
      AND NOT EXISTS (SELECT 1 FROM procrastinate_jobs j
                      WHERE j.status IN ('todo', 'doing') AND j.lock = 'match:' || m.id)
    LIMIT 100"""


def job_values(job: Job) -> dict[str, Any]:
    return {
        "queue": job.queue,
        "task": job.task,
        "priority": job.priority,
        "job_lock": f"match:{job.match}",
        "job_key": f"{job.match}:{job.version}",
        "job_args": msgspec.json.encode({"match": job.match}).decode(),
    }
