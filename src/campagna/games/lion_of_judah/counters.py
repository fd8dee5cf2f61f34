"""2.3 The counters as printed: values, kinds, flags; read once from units.csv."""

from __future__ import annotations

import csv

import msgspec

from campagna.core.rulebook import rule

ITALIAN, OTHER = 0, 1
"""Side 1 is the Ethiopian in 1935-36 and the Allied player in 1940-41."""

PARTS = ("s1935", "s1940")

LEG, DESERT_LEG, MOTORISED = 0, 1, 2
"""Classes of movement: on foot, on foot with leave to enter the desert, on wheels."""

UNARMED = "unarmed"

NO_FACTORS = frozenset({"hq", "truck", "leader", "dummy"})
IRREGULARS = frozenset({"irregular", "tribal_levy", "guerrilla"})


@rule("2.3-a", "2.3-b", "2.3.4-a", "2.3.5-a", "2.3.6-a", "2.3.6-b", "2.3.9-a")
class Counter(msgspec.Struct, frozen=True):
    """A unit. `factors` run from the full side to the weakest: (attack, defence)."""

    id: str
    part: int
    side: int
    nationality: str
    name: dict[str, str]
    abbr: str
    type: str
    size: str
    branch: str
    mobility: str
    movement: int
    factors: tuple[tuple[int, int], ...]
    pool: str
    flags: frozenset[str]
    hex: str
    zone: str
    box: str
    turn: int
    entry: str
    faction: str
    tribe: str
    rating: int
    radius: int
    source: str

    @property
    def steps(self) -> int:
        """Steps at full strength; counters without factors count as one whole."""
        return len(self.factors) or 1

    @property
    @rule("2.3.7-d")
    def combat(self) -> bool:
        """Whether it has a combat factor."""
        return self.type not in NO_FACTORS

    @property
    @rule("2.3.4-b")
    def european(self) -> bool:
        return "european" in self.flags

    @property
    def eritrean(self) -> bool:
        return "eritrean" in self.flags

    @property
    @rule("2.3.4-c")
    def colonial(self) -> bool:
        """An Italian colonial, regular or irregular."""
        return self.branch in ("colonial_regular", "colonial_irregular")

    @property
    @rule("2.3.4-d", "2.3-e")
    def irregular(self) -> bool:
        """Whether the counter is an irregular: a banda, a levy, an Ethiopian guerrilla."""
        return self.type in IRREGULARS

    @property
    def hidden(self) -> bool:
        """Has a '?' side: its factor is drawn and unknown until it fights (2.3.7-a)."""
        return bool(self.pool)

    @property
    def breakdown(self) -> bool:
        return "breakdown" in self.flags

    @property
    @rule("2.3.8-b")
    def motorised(self) -> bool:
        """By its type; trucks under a unit make it motorised too (10.3.2)."""
        return self.mobility == "motorised"

    @property
    @rule("A-12", "PB 13.6.7.2")
    def desert(self) -> bool:
        """Whether it may enter the desert: Ethiopians, colonial leg units, irregulars."""
        if self.motorised or self.european or not (self.combat or self.type == "leader"):
            return False
        return self.nationality == "ethiopia" or self.colonial or self.irregular

    @property
    def move_class(self) -> int:
        if self.motorised:
            return MOTORISED
        return DESERT_LEG if self.desert else LEG

    @property
    @rule("8.2-c")
    def halves(self) -> int:
        """Half divisions it counts for stacking and transport."""
        if self.size == "division":
            return 2
        return 0 if self.type in ("hq", "truck", "leader") else 1

    @property
    def kind(self) -> str:
        """Units of one kind are barred from the same hexes: a faction, guerrillas, levies ..."""
        if self.faction:
            return self.faction if self.combat else f"{self.faction} {UNARMED}"
        if self.type in ("guerrilla", "tribal_levy", "dummy"):
            return self.type
        return "" if self.combat else UNARMED

    @property
    def company(self) -> str:
        """Units of one company and size find room in the same hexes."""
        if self.combat:
            return f"{self.kind} {'supplied_in_ethiopia' in self.flags}"
        return f"{self.faction} {self.type}"

    @property
    def supplies_itself(self) -> bool:
        """Whether Ethiopia supplies it without a line (9.5-b, PB 14.6.4.2)."""
        return (
            self.nationality == "ethiopia" or self.irregular or "supplied_in_ethiopia" in self.flags
        )


class AirMarker(msgspec.Struct, frozen=True):
    id: str
    part: int
    side: int
    range: int
    theatre: str
    turn: int
    source: str


def read_counters(text: list[str]) -> tuple[list[Counter], list[AirMarker]]:
    """The lines of units.csv: units in their order, air markers apart."""
    counters: list[Counter] = []
    air: list[AirMarker] = []
    for row in csv.DictReader(text):
        part, side = PARTS.index(row["scenario"]), int(row["side"] != "italian")
        if row["type"] == "air":
            turn = int(row["turn"] or 0)
            air.append(
                AirMarker(
                    row["id"], part, side, int(row["range"]), row["theatre"], turn, row["source"]
                )
            )
        else:
            counters.append(_counter(row, part, side))
    return counters, air


def _counter(row: dict[str, str], part: int, side: int) -> Counter:
    return Counter(
        id=row["id"],
        part=part,
        side=side,
        nationality=row["nationality"],
        name={"it": row["name_it"], "en": row["name_en"]},
        abbr=row["abbr"],
        type=row["type"],
        size=row["size"],
        branch=row["branch"],
        mobility=row["mobility"],
        movement=int(row["movement"]),
        factors=_factors(row["factors"]),
        pool=row["pool"],
        flags=frozenset(row["flags"].split()),
        hex=row["hex"],
        zone=row["zone"],
        box=row["box"],
        turn=int(row["turn"] or 0),
        entry=row["entry"],
        faction=row["faction"],
        tribe=row["tribe"],
        rating=int(row["rating"] or 0),
        radius=int(row["radius"] or 0),
        source=row["source"],
    )


@rule("2.3.7-b")
def _factors(text: str) -> tuple[tuple[int, int], ...]:
    if text in ("", "*", "?"):
        return ()
    pairs = [tuple(map(int, side.split("-"))) for side in text.split()]
    return tuple((p[0], p[-1]) for p in pairs)
