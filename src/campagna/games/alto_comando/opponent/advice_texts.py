"""Opponent: why an order is given, in the words of a player."""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.contract import Text

REASONS: Mapping[str, Text] = {
    "done": {"it": "nient'altro conviene", "en": "nothing else is worth it"},
    "assault": {
        "it": "assalta {area}: una vittoria qui decide la campagna, un pareggio non costa nulla",
        "en": "assaults {area}: a victory here decides the campaign, a draw costs nothing",
    },
    "cards": {
        "it": "prende {cards}: forza {strength}, la più alta disponibile",
        "en": "takes {cards}: strength {strength}, the highest to be had",
    },
    "attach": {
        "it": "assegnata a {host}, che la comanda e la rimpiazza",
        "en": "joins {host}, which commands and replaces it",
    },
    "cruisers": {
        "it": "{count} carri come cruiser: arrivano a 40 cm e sparano per primi",
        "en": "{count} tanks as cruisers: they reach 40 cm and fire first",
    },
    "works": {
        "it": "{strips} campi minati lungo la linea, {segments} trincee per la divisione designata",
        "en": "{strips} minefields along the line, {segments} trenches for the designated division",
    },
    "designated": {
        "it": "{division} tiene le zone di difesa: {count} basi",
        "en": "{division} holds the Defence zones: {count} bases",
    },
    "deploy": {
        "it": "{division} in blocco attorno al suo comando: {count} basi",
        "en": "{division} in a block round its headquarters: {count} bases",
    },
    "replace": {
        "it": "rimpiazza {unit}: {boxed} basi in attesa",
        "en": "replaces {unit}: {boxed} bases are waiting",
    },
    "clear": {
        "it": "{unit} tenta il varco: {percent}%",
        "en": "{unit} tries to clear a lane: {percent}%",
    },
    "bridge": {
        "it": "{unit} tenta il ponte: {percent}%",
        "en": "{unit} tries to bridge the river: {percent}%",
    },
    "close": {
        "it": "a tiro di {target}: perdita nel {percent}% per colpo",
        "en": "into range of {target}: lost in {percent}% a shot",
    },
    "keep": {
        "it": "prende posizione: {count} nemici possono arrivare a tiro",
        "en": "takes position: {count} enemies could come into range",
    },
    "escape": {
        "it": "{unit} esce a sud: è in salvo",
        "en": "{unit} leaves to the south: it is safe",
    },
    "enter": {"it": "{unit} entra da nord", "en": "{unit} comes in from the north"},
    "air": {
        "it": "attacco aereo su {target}: perdita nel {percent}%, {gain} PV attesi",
        "en": "air attack on {target}: lost in {percent}%, {gain} VP expected",
    },
    "fire": {
        "it": "spara a {target}: dispersa nel {percent}%, vale {gain}",
        "en": "fires at {target}: scattered in {percent}%, worth {gain}",
    },
    "fire-destroys": {
        "it": "spara a {target}, fuori comando: distrutta nel {percent}%, vale {gain}",
        "en": "fires at {target}, out of command: destroyed in {percent}%, worth {gain}",
    },
}
