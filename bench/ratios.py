"""The performance gates, measured in one run: `python bench/ratios.py [--quick] [--check] [--json]`.

Every number is a ratio of two things measured side by side, so that it means the same on a slow, a
fast or a busy machine. Before a row is timed, what it compares is proven to give equal results. A
row that misses its gate is measured once more before that counts.

--quick   only the rows about kernels and states (a few seconds)
--check   exit 1 if a gate is missed, or could not be measured
--json    the same as JSON
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from bench import (
    afrika_rows,
    battle_rows,
    crowd_rows,
    dispatch_rows,
    kernel_rows,
    offers_rows,
    plane_rows,
    playout_rows,
    simulation_rows,
    startup_rows,
)
from bench.measure import Measurement, Unmeasured
from campagna.hexes.kernels import BACKEND

AT_LEAST, AT_MOST = ">=", "<="


@dataclass(frozen=True)
class Row:
    """One gate: the candidate against the reference."""

    name: str
    reference: str
    candidate: str
    bound: str
    gate: float
    measure: Callable[[], Measurement]
    compiled: bool = True
    """Whether it speaks of the compiled kernels and so needs them."""
    binding: bool = True
    """False for a number that is printed but depends on the machine."""

    def passes(self, ratio: float) -> bool:
        return ratio >= self.gate if self.bound == AT_LEAST else ratio <= self.gate


KERNEL_ROWS = (
    Row(
        "reach",
        "heap and dict in Python",
        "compiled reach",
        AT_LEAST,
        30,
        kernel_rows.reach,
    ),
    Row("flood", "bytearray flood in Python", "compiled flood", AT_LEAST, 20, kernel_rows.flood),
    Row("zones", "counts in Python", "compiled zones", AT_LEAST, 30, kernel_rows.zones),
    Row(
        "branch",
        "copy.deepcopy of the state",
        "State.copy and one move",
        AT_LEAST,
        200,
        kernel_rows.branch,
        compiled=False,
    ),
    Row(
        "side's offers",
        "one reach, heap and dict",
        "reach of every unit of a side",
        AT_MOST,
        3,
        kernel_rows.side_offers,
    ),
    Row(
        "state size",
        "64 KiB",
        "late state, serialised",
        AT_MOST,
        1,
        kernel_rows.state_size,
        compiled=False,
    ),
    Row(
        "legal moves without compiler",
        "one millisecond",
        "slowest unit, encoded",
        AT_MOST,
        1,
        kernel_rows.slowest_unit,
        compiled=False,
        binding=False,
    ),
)

GAME_ROWS = (
    Row(
        "simulation with two workers",
        "one worker",
        "two workers",
        AT_LEAST,
        1.8,
        simulation_rows.two_workers,
        compiled=False,
        binding=False,
    ),
    Row(
        "play-out, compiled or not",
        "on the fallback kernels",
        "on the compiled kernels",
        AT_LEAST,
        6,
        playout_rows.fallback,
    ),
    Row(
        "dispatch",
        "judge and carry_out by hand",
        "play through the kernel",
        AT_MOST,
        1.05,
        dispatch_rows.play,
    ),
    Row(
        "random orders a second",
        "plies of python-chess",
        "orders of random games",
        AT_LEAST,
        1.5,
        playout_rows.orders_against_chess,
    ),
    Row(
        "import and load",
        "bare interpreter start",
        "import and load the game",
        AT_MOST,
        8,
        startup_rows.start,
    ),
    Row(
        "import campagna",
        "bare interpreter start",
        "import the package",
        AT_MOST,
        2,
        startup_rows.front_door,
    ),
    Row(
        "growth with units",
        "a move among 50 a side",
        "a move among 200 a side",
        AT_MOST,
        1.25,
        crowd_rows.growth,
    ),
)

AFRIKA_ROWS = (
    Row(
        "Afrika Korps: legal moves",
        "one plain reach with movement factors and road bonus as one budget",
        "cost, battles and room of every hex, any unit",
        AT_MOST,
        3,
        afrika_rows.legal_moves,
    ),
    Row(
        "Afrika Korps: moves, bonus apart",
        "one plain reach with the movement factors alone, so over fewer hexes",
        "cost, battles and room of every hex, any unit",
        AT_MOST,
        3,
        afrika_rows.legal_moves_in_factors,
        binding=False,
    ),
    Row(
        "Afrika Korps: allocation",
        "one reach of ten points",
        "12 attackers, 8 defenders judged",
        AT_MOST,
        2000,
        afrika_rows.allocation,
    ),
    Row(
        "Afrika Korps: hardest assignments",
        "one reach of ten points",
        "12 attackers, 8 defenders, odds tight",
        AT_MOST,
        2000,
        afrika_rows.hard_assignments,
    ),
)

ALTO_COMANDO_ROWS = (
    Row(
        "Alto Comando: leg test",
        "the readable definition, one leg and 50 enemies",
        "the same by the compiled kernel, one call",
        AT_LEAST,
        30,
        plane_rows.exclusion,
    ),
    Row(
        "Alto Comando: region, 15 cm",
        "one compiled test of a free leg against all 50 enemies",
        "all ends of a leg of most units, among 100 bases",
        AT_MOST,
        50,
        plane_rows.usual_region,
    ),
    Row(
        "Alto Comando: region, 25 cm",
        "one compiled test of a free leg against all 50 enemies",
        "all ends of a leg of the fastest units, among 100 bases",
        AT_MOST,
        50,
        plane_rows.fastest_region,
    ),
    Row(
        "Alto Comando: region, readable",
        "one readable test of a free leg against all 50 enemies",
        "all ends of a leg of the fastest units, among 100 bases",
        AT_MOST,
        50,
        plane_rows.region_in_readable_tests,
    ),
    Row(
        "Alto Comando: power of bases",
        "a player-turn, 1 division a side",
        "a player-turn, 8 divisions a side; the ratio is the exponent of growth",
        AT_MOST,
        2,
        battle_rows.in_bases,
    ),
    Row(
        "Alto Comando: power of shots",
        "8 shots",
        "64 shots of the same fire phase; the ratio is the exponent of growth",
        AT_MOST,
        1.1,
        battle_rows.in_shots,
    ),
)

OFFER_ROWS = (
    Row(
        "Kasserine: offers of a phase",
        "one reach of one of its units, terms and kernel",
        "every unit of a movement phase and where it can get to",
        AT_MOST,
        100,
        partial(offers_rows.moves, offers_rows.KASSERINE),
    ),
    Row(
        "Kasserine: offers written out",
        "one reach of one of its units, terms and kernel",
        "every offer of the phase, encoded for the table",
        AT_MOST,
        100,
        partial(offers_rows.written, offers_rows.KASSERINE),
        binding=False,
    ),
    Row(
        "Lion of Judah: offers of a segment",
        "one reach of one of its units, ends included",
        "every unit of a movement segment and where it may end",
        AT_MOST,
        150,
        partial(offers_rows.moves, offers_rows.LION),
    ),
    Row(
        "Lion of Judah: written out",
        "one reach of one of its units, ends included",
        "every offer of the segment, encoded for the table",
        AT_MOST,
        150,
        partial(offers_rows.written, offers_rows.LION),
        binding=False,
    ),
)

EVERY_ROW = KERNEL_ROWS + GAME_ROWS + AFRIKA_ROWS + ALTO_COMANDO_ROWS + OFFER_ROWS

PASS, FAIL, UNMEASURED = "PASS", "FAIL", "UNMEASURED"


@dataclass(frozen=True)
class Finding:
    """A row with what was measured, or why nothing was."""

    name: str
    compared: str
    gate: str
    verdict: str
    note: str
    reference: float | None = None
    candidate: float | None = None
    unit: str = ""
    ratio: float | None = None


def measured(row: Row) -> Finding:
    compared = f"{row.candidate} against {row.reference}"
    gate = f"{row.bound} {row.gate:g}"
    try:
        if row.compiled and BACKEND != "compiled":
            raise Unmeasured("no compiled kernels here")
        found = row.measure()
        again = not row.passes(found.ratio)
        if again:
            found = row.measure()
    except Unmeasured as reason:
        return Finding(row.name, compared, gate, UNMEASURED, str(reason))
    except AssertionError as difference:
        return Finding(row.name, compared, gate, FAIL, str(difference))
    note = "; ".join(filter(None, (found.note, "measured twice" if again else "")))
    scale = {"us": 1e6, "ms": 1e3}.get(found.unit, 1)
    return Finding(
        row.name,
        compared,
        gate,
        verdict(row, found),
        note,
        round(found.reference * scale, 3),
        round(found.candidate * scale, 3),
        found.unit,
        round(found.ratio, 3),
    )


def verdict(row: Row, found: Measurement) -> str:
    passed = row.passes(found.ratio)
    if row.binding:
        return PASS if passed else FAIL
    return "met here" if passed else "not met here"


def quantity(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f} {unit}" if value >= 1000 else f"{value:.4g} {unit}"


def machine() -> dict[str, str | int | None]:
    load = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    return {
        "backend": BACKEND,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": load,
    }


LINE = "{:30} {:>11} {:>11} {:>8} {:>8}  {}"


def print_finding(finding: Finding) -> None:
    reference = quantity(finding.reference, finding.unit)
    candidate = quantity(finding.candidate, finding.unit)
    ratio = "-" if finding.ratio is None else f"{finding.ratio:.2f}"
    print(LINE.format(finding.name, reference, candidate, ratio, finding.gate, finding.verdict))
    print("    " + "; ".join(filter(None, (finding.compared, finding.note))), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the performance gates.")
    parser.add_argument("--quick", action="store_true", help="only kernels and states")
    parser.add_argument("--check", action="store_true", help="exit 1 if a gate is missed")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args(arguments)
    about = machine()
    if not chosen.json:
        print(", ".join(f"{key} {value}" for key, value in about.items()))
        print(LINE.format("name", "reference", "candidate", "ratio", "gate", ""))
    findings = []
    gc.disable()
    for row in KERNEL_ROWS if chosen.quick else EVERY_ROW:
        gc.collect()
        gc.freeze()
        finding = measured(row)
        findings.append(finding)
        if not chosen.json:
            print_finding(finding)
    if chosen.json:
        print(json.dumps({**about, "rows": [asdict(f) for f in findings]}, indent=2))
    missed = any(f.verdict in (FAIL, UNMEASURED) for f in findings)
    return 1 if chosen.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
