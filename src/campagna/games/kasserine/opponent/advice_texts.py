"""Opponent: what a plan hands over, and why an order is given, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from campagna.core.contract import Text

REASONS: Mapping[str, Text] = {
    "done": {"it": "nient'altro conviene", "en": "nothing else is worth it"},
    "deploy": {"it": "schiera in {hex}", "en": "deploys at {hex}"},
    "march": {
        "it": "si sposta: è indietro di {lag} PM e gli altri bastano",
        "en": "moves up: {lag} MP behind, and the others feed the front",
    },
    "march-back": {
        "it": "si sposta: è avanti di {lag} PM e gli altri bastano",
        "en": "moves back: {lag} MP too far ahead, and the others feed the front",
    },
    "demolish": {
        "it": "fa saltare i rifornimenti di {hex}: non si possono tenere",
        "en": "blows up the supplies at {hex}: they cannot be held",
    },
    "drive": {"it": "verso l'uscita, per {hex}", "en": "towards the exit, by {hex}"},
    "hunt": {"it": "incontro al nemico, in {hex}", "en": "towards the enemy, to {hex}"},
    "south": {"it": "oltre la ferrovia, in {hex}", "en": "beyond the railway, to {hex}"},
    "hold": {"it": "si raccoglie in difesa, in {hex}", "en": "gathers to hold, at {hex}"},
    "sweep": {
        "it": "contro chi sta oltre la ferrovia, in {hex}",
        "en": "against those beyond the railway, to {hex}",
    },
    "cut-off": {
        "it": "in {hex}: {count} nemici oltre la ferrovia restano senza rifornimenti",
        "en": "to {hex}: {count} enemies beyond the railway are cut from their supplies",
    },
    "plug": {
        "it": "chiude l'uscita {hex}: l'Asse la passerebbe",
        "en": "closes the exit {hex}: the Axis would go through",
    },
    "guard": {"it": "a guardia dell'uscita, in {hex}", "en": "to guard the exit, at {hex}"},
    "enter": {"it": "entra in gioco, in {hex}", "en": "comes onto the map, at {hex}"},
    "supply": {"it": "rifornimenti in {hex}", "en": "supplies to {hex}"},
    "command": {"it": "comando in {hex}", "en": "command to {hex}"},
    "face": {"it": "in {hex}, contro {target}", "en": "to {hex}, against {target}"},
    "leave": {
        "it": "esce da {hex}: {points} punti, {total} in vista",
        "en": "leaves by {hex}: {points} points, {total} in sight",
    },
    "attack": {
        "it": "attacca {hex} a {odds}: lascia l'esagono nel {percent}% dei casi, {gain} punti attesi",
        "en": "attacks {hex} at {odds}: the hex is left in {percent}%, {gain} points expected",
    },
    "must-attack": {
        "it": "deve attaccare {hexes}: è entrato in zona nemica",
        "en": "must attack {hexes}: it entered an enemy zone",
    },
    "take": {
        "it": "prende comandi e rifornimenti in {hex}",
        "en": "takes commands and supplies at {hex}",
    },
    "assault": {
        "it": "assalta {hex} a {odds}: lascia l'esagono nel {percent}% dei casi, {gain} punti attesi",
        "en": "assaults {hex} at {odds}: the hex is left in {percent}%, {gain} points expected",
    },
    "defend-to_the_last": {
        "it": "a oltranza contro {odds}: cede nel {percent}% dei casi, {gain} punti attesi",
        "en": "to the last against {odds}: gives way in {percent}%, {gain} points expected",
    },
    "defend-medium": {
        "it": "difesa media contro {odds}: cede nel {percent}% dei casi, {gain} punti attesi",
        "en": "medium defence against {odds}: gives way in {percent}%, {gain} points expected",
    },
    "defend-disengage": {
        "it": "si disimpegna contro {odds}: cede nel {percent}% dei casi, {gain} punti attesi",
        "en": "disengages against {odds}: gives way in {percent}%, {gain} points expected",
    },
    "fall-back": {"it": "ripiega in {hex}", "en": "falls back to {hex}"},
    "drive-back": {"it": "respinge il nemico in {hex}", "en": "drives the enemy back to {hex}"},
    "let-pass": {
        "it": "lascia passare {unit}: libera l'esagono",
        "en": "lets {unit} go: the hex is free",
    },
    "forbid": {"it": "sbarra la strada a {unit}", "en": "bars the way of {unit}"},
    "accompany": {"it": "segue la ritirata: {units}", "en": "goes back with them: {units}"},
    "fire": {
        "it": "tira su {target} in {hex}: {gain} punti attesi",
        "en": "fires at {target} in {hex}: {gain} points expected",
    },
    "raid": {
        "it": "bombarda {hex}: {gain} punti attesi",
        "en": "bombs {hex}: {gain} points expected",
    },
}
