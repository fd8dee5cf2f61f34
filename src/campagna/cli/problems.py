"""What went wrong, in the language of the reader.

The rules, the records and the libraries below word their problems in English, once. Here are these
sentences, with gaps for names and numbers; the catalogue in `locale` has their translations. What
stands in a gap is translated too where it is such a sentence itself, and kept where it is a name.

After a change here run `python scripts/catalogue.py` and translate what is new in the .po file.
"""

from __future__ import annotations

import gettext
import re
from functools import lru_cache
from pathlib import Path

DOMAIN = "campagna"
LOCALE = Path(__file__).with_name("locale")


def translatable(sentence: str) -> str:
    """Marks a sentence for the catalogue and leaves it as it is."""
    return sentence


SENTENCES: tuple[str, ...] = (
    # --- the command line ---------------------------------------------------------------------------
    translatable("No such command '{}'. Did you mean {}?"),
    translatable("No such command '{}'."),
    translatable("No such option: {} Did you mean {}?"),
    translatable("No such option: {} (Possible options: {})"),
    translatable("No such option: {}"),
    translatable("No such option '{}'. (Did you mean one of: {}?)"),
    translatable("No such option '{}'. Did you mean {}?"),
    translatable("No such option '{}'."),
    translatable("Missing argument '{}'."),
    translatable("Missing option '{}'."),
    translatable("Missing parameter: {}"),
    translatable("Got unexpected extra argument ({})"),
    translatable("Got unexpected extra arguments ({})"),
    translatable("Invalid value for '{}': {}"),
    translatable("Invalid value: {}"),
    translatable("{} is not a valid integer."),
    translatable("{} is not a valid integer range."),
    translatable("{} is not a valid float."),
    translatable("{} is not a valid boolean."),
    translatable("{} is not in the range {}."),
    translatable("{} is not one of {}."),
    translatable("Option '{}' requires an argument."),
    translatable("Option '{}' requires {} arguments."),
    translatable("Option '{}' does not take a value."),
    translatable("File '{}' is a directory."),
    translatable("Path '{}' does not exist."),
    translatable("No such file or directory"),
    translatable("Permission denied"),
    translatable("Is a directory"),
    translatable("Not a directory"),
    translatable("File name too long"),
    # --- games, scenarios, options ------------------------------------------------------------------
    translatable("no game '{}'; there are: {}"),
    translatable("no game '{}' is installed here"),
    translatable("{} has no scenario '{}'; choose one of: {}"),
    translatable("no option '{}'; there are: none"),
    translatable("no option '{}'; there are: {}"),
    translatable("option '{}' is one of: {}"),
    translatable("--cluster needs Ray: {}"),
    translatable("{} belongs to another run: {}"),
    translatable("no terrain style for {}; known: {}"),
    translatable("no {} style for {}; known: {}"),
    translatable("no sign for {}; known: {}"),
    # --- texts and orders ---------------------------------------------------------------------------
    translatable("not UTF-8 text (byte {})"),
    translatable("damaged at byte {}: not UTF-8 text"),
    translatable("malformed JSON at {}: {}"),
    translatable("line {}, column {}"),
    translatable("Expecting value"),
    translatable("Expecting property name enclosed in double quotes"),
    translatable("Illegal trailing comma before end of object"),
    translatable("Illegal trailing comma before end of array"),
    translatable("Expecting {} delimiter"),
    translatable("Extra data"),
    translatable("Unterminated string starting at"),
    translatable("malformed JSON: {}"),
    translatable("JSON is malformed: {}"),
    translatable("invalid character (byte {})"),
    translatable("trailing characters (byte {})"),
    translatable("Input data was truncated"),
    translatable("Invalid UTF-8 encoding"),
    translatable("nested too deeply"),
    translatable("Expected `{}`, got `{}`"),
    translatable("Expected `{}` of length {}"),
    translatable("Invalid value '{}'"),
    translatable("Invalid enum value {}"),
    translatable("Number out of range"),
    translatable("missing field `{}`"),
    translatable("unknown field `{}`; its fields are: none"),
    translatable("unknown field `{}`; its fields are: {}"),
    translatable("unknown field `{}`"),
    translatable("no order {}; there are: {}"),
    translatable('no order to forecast: put one in "orders"'),
    translatable("{} is refused: {}"),
    translatable("nobody can play on from it ({})"),
    translatable("faults that are not listed: {}"),
    translatable("the script has no die left for '{}': add one to \"dice\""),
    translatable("die {} for '{}' must be from 1 to {}"),
    translatable("draw {} for '{}' must be from 0 to {}"),
    translatable("option '{}' = {} does nothing while '{}' is {}; it needs {}"),
    translatable("terrain in a position needs the option 'terrain' = laid"),
    translatable("at most {} elements of terrain (TER-2)"),
    translatable("'{}' must be a convex polygon in millimetres"),
    translatable("a tribe stands on more counters than there are, or on a wrong one"),
    # --- records ------------------------------------------------------------------------------------
    translatable("cannot read {}: {}"),
    translatable("the record is empty"),
    translatable("record format {} is not known here (this program writes {} and {})"),
    translatable("the dice have witnesses, which this program does not know"),
    translatable("line {} lacks '{}' in format {}"),
    translatable("line {} may not have '{}' in format {}"),
    translatable("line {}: a salt has 64 hexadecimal digits"),
    translatable("line {} is not written as records are"),
    translatable("line {}: this is no public key"),
    translatable("{} was not signed by {}"),
    translatable("{}: {} has no key to sign with"),
    translatable("only sealed dice are salted, and these are not"),
    translatable("{}: the blind does not follow from the secret"),
    translatable("the end was not signed by the server"),
    translatable("line {} is nested too deeply"),
    translatable("line {} is damaged or cut off: {}"),
    translatable("line {}: nothing may follow the end of the game"),
    translatable("the end counts {} orders, the record holds {}"),
    translatable("the last line is cut off: the file was truncated"),
    translatable("the end of the simulated game is missing: the file was truncated"),
    translatable("'{}' drew {} out of {}"),
    translatable("this is a record of {}, not of {}"),
    translatable(
        "the record was played by edition {} of the rules, which this program does not know: "
        "it needs a newer Campagna"
    ),
    translatable("the record names edition {}, its set-up {}"),
    translatable("edition '{}' of the rules belongs to a newer Campagna; this one knows: {}"),
    translatable("set-up: {}"),
    translatable("set-up"),
    translatable("order {}: {}"),
    translatable("{} comes after the end of the game"),
    translatable("{} is given by {}, but {} decides"),
    translatable("{} is not allowed by rule {}"),
    translatable("{} is nested too deeply"),
    translatable("{} is damaged: {}"),
    translatable("{} does not lead to the state of the record: it was changed"),
    translatable("the dice of the record are not the dice of its chance"),
    translatable("the record was broken off, but its orders end the game by the rules"),
    translatable("the record was broken off by '{}', who has no seat"),
    translatable("the record claims another outcome than its orders lead to"),
    translatable("there is a secret at the end, but none was promised at the start"),
    translatable("the record claims both a seed and a secret for its dice"),
    translatable("two packages provide '{}': {} and {}; uninstall one of them"),
    translatable("'{}' of {} cannot be loaded: {}"),
    translatable("'{}' is not a game: it must be a class or function that makes one"),
    translatable("'{}' is not a bot: it must be a function that makes one"),
    translatable("the game '{}' calls itself '{}'"),
    translatable("the secret at the end is damaged"),
    translatable("the secret at the end is not the one promised at the start"),
    translatable("the record drew '{}' out of {}, the game asks for '{}' out of {}"),
    translatable("the record drew {} out of {} for '{}'"),
    translatable("the record holds no draw for '{}'"),
    translatable("the record holds {} draws that were never asked for"),
    translatable("order {} cannot be played again: {}"),
    translatable("order {} does not lead to the state that was stored"),
    # --- positions that play can never reach --------------------------------------------------------
    translatable("phase {} belongs to a turn: turn 0 is the placement"),
    translatable("phase {} belongs to a turn: turn 0 is the set-up"),
    translatable("{} waits to be set up, and the set-up is over"),
    translatable("phase {} comes before turn 1, not in turn {}"),
    translatable("phase {} comes before move 1, not in move {}"),
    translatable("phase {} belongs to {}, not to {}"),
    translatable("in phase {} of {} decides {}, not {}: change side or active"),
    translatable("nothing is called '{}' here, and a {} is meant"),
    translatable("{} stands off the land (G-23)"),
    translatable("{} overlaps another base (G-23)"),
    translatable("{} stands too near an enemy base (G-23)"),
    translatable("{} stands on a minefield (G-23)"),
    translatable("fewer than no air attacks"),
    translatable("more air markers than attacks"),
    translatable("a result before the end"),
    translatable("side {} has {} for {} units and {} depots"),
    translatable("side {} has scattered fewer than nobody"),
    translatable("until: no phase '{}'; choose one of: {}"),
    translatable("there is no such order in 'orders'"),
    translatable("stop_after: a number of orders, 0 or more"),
    translatable("Expected `int` >= {}"),
    translatable("Expected `int` <= {}"),
    translatable("{} has spent {} half points of movement of {}"),
    translatable("{} stands where nothing can stand"),
    translatable("{} stands where it cannot stand"),
    translatable("{} is nowhere"),
    translatable("{} used {} hexes of the road bonus"),
    translatable("{} moved too far"),
    translatable("combat units of both sides in {}"),
    translatable("too many or wrong units in hex {}"),
    translatable("too many units in {}"),
    translatable("too many {} supplies"),
    translatable("a negative replacement pool"),
    translatable("Rommel is lost"),
    translatable("{} is eliminated instead of free"),
    translatable("{} keeps parts in the pool"),
    translatable("{} cannot attack any more"),
    translatable("{} cannot be attacked any more"),
    translatable("a battle waits although nobody decides it"),
    translatable("{} has changed sides"),
    translatable("{} is reduced"),
    translatable("{} should be gone"),
    translatable("{} is condemned outside the fire step"),
    translatable("{} owes an attack it cannot owe"),
    translatable("both sides in {}"),
    translatable("more than {} combat units in {}"),
    translatable("there is no move {}"),
    translatable("too many {} aircraft in a day"),
    translatable("{} aircraft at night"),
    translatable("too many night attacks of {}"),
    translatable("a unit attacks twice"),
    translatable("a hex is attacked twice"),
    translatable("{} attacks from afar"),
    translatable("a plan outside its turn"),
    translatable("somebody retreats who is not there"),
    translatable("somebody asks to pass who is not there"),
    translatable("somebody goes along who is not there"),
    translatable("hex {} lies in a neutral country"),
    translatable("hex {} is not controlled by {} in it"),
    translatable("{} stands outside Sudan"),
    translatable("{} has {} steps on the map"),
    translatable("{} has negative points"),
    translatable("{} carries resource points"),
    translatable("{} is of the other war"),
    translatable("hex {} has {} units on top"),
    translatable("guerrillas cover other units in hex {}"),
    translatable("{} cannot carry anything"),
    translatable("{} is not with the unit it carries"),
    translatable("the factors of {} are not those of its pool"),
    translatable("the tribes of {} are not those of its pool"),
    translatable("box {} holds {} points"),
    translatable("there are boxes of another war"),
    translatable("fuel stands at {}"),
    translatable("prestige stands at {}"),
    translatable("{} stands on a lake"),
    translatable("{} shares a hex with the enemy"),
    translatable("{} has no step {}"),
    translatable("{} can never be untried"),
    translatable("a counter is in two places"),
    translatable("a counter is in the wrong pool"),
    translatable("too many air markers"),
    translatable("too many rail cuts"),
    translatable("a rail cut away from the railroad"),
    translatable("the Soviet marker was used too often"),
    translatable("too many units moved by rail"),
    translatable("too many divisions of the South-Western Front came in on one turn"),
    translatable("too many divisions of the South-Western Front"),
    translatable("a removal is asked for although no hex is overstacked"),
    translatable("more elements of terrain than the book allows"),
    translatable("terrain is laid after the forces were gathered"),
    translatable("a battle without bases"),
    translatable("{} bases for a roster of {}"),
    translatable("{} is {} and still has a place"),
    translatable("{} is Scattered on the table without being a headquarters"),
    translatable("{} was converted but is {}"),
    translatable("{} escaped where nobody breaks out"),
    # --- positions ----------------------------------------------------------------------------------
    translatable("this is not a position of {}"),
    translatable("turn {}: there are turns 1 to {}"),
    translatable("move {}: there are moves 1 to {}"),
    translatable("no phase '{}'; choose one of: {}"),
    translatable("no side '{}'; choose one of: {}"),
    translatable("no side {}; there are: {}"),
    translatable("part '{}' is one of: {}"),
    translatable("no state '{}'; there are: {}"),
    translatable("no city '{}'; there are: {}"),
    translatable("no counter '{}' in this game"),
    translatable("no unit '{}' in this game"),
    translatable("no unit '{}' in this war"),
    translatable("no unit '{}' to carry"),
    translatable("no air marker '{}' in this war"),
    translatable("no box '{}' in this war"),
    translatable("no base '{}' in this battle"),
    translatable("no division '{}' in the lists"),
    translatable("no card '{}' in campaign {}"),
    translatable("campaign {} has no area beside its row"),
    translatable("campaign {} has {} areas"),
    translatable("battles are counted from 1"),
    translatable("a battle needs formations"),
    translatable("Beda Fomm is no battle of a campaign"),
    translatable("nobody is called {} in this battle"),
    translatable("base '{}' on the table needs a place, elsewhere none"),
    translatable("no hex '{}' on this map (a letter A-X and a number, as G25)"),
    translatable("no hex '{}' on this map (column and row, as 1918)"),
    translatable("no hex '{}' on this map (hexes are {} to {})"),
    translatable("hex {} is a lake"),
    translatable("hex {} cannot be entered"),
    translatable("hex {} is worth no victory points"),
    translatable("hex {} belongs to one of: {}"),
    translatable("hex {} holds combat units of both sides"),
    translatable("hex {} holds pieces of both sides"),
    translatable("hex {} holds units of both sides"),
    translatable("hex {} holds more than {} combat units"),
    translatable("counter {} is named twice"),
    translatable("{} is named twice"),
    translatable("{} is no army command"),
    translatable("{} cannot be reduced"),
    translatable("{} cannot change sides"),
    translatable("{} cannot be eliminated"),
    translatable("{} waits at no entry of this map: '{}'"),
    translatable("no factor {} is left in its pool"),
    translatable("no {} counter is left for it"),
    translatable("number Soviet divisions in order, this one is S-{}"),
    translatable("'{}' needs two lists, rifle and armour"),
    translatable("a view cannot be arranged: say where every unit stands"),
    translatable("no {} '{}'; choose one of: {}"),
    translatable("no {} '{}'; there are: {}"),
    translatable("{} has {} steps"),
    translatable("{} is one of: {}"),
)
"""Of those that fit alike the first is taken: what is special stands before what is general."""

ORDER = translatable("order {}")
"""A number of an order, in the gap of another sentence."""

_ORDER_NUMBER = re.compile(r"order (\d+)")


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The translations into a language; English has none and needs none."""
    return gettext.translation(DOMAIN, LOCALE, [language], fallback=True)


@lru_cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each sentence as it ends a line, after whatever names the place: `file: orders[2]: ...`."""
    found = []
    for sentence in SENTENCES:
        body = "(.+?)".join(re.escape(part) for part in sentence.split("{}"))
        found.append((re.compile(rf"(|.*?: ){body}"), sentence))
    return tuple(found)


def translated(message: str, language: str) -> str:
    """The message with every sentence that is known here, line by line."""
    if language == "en":
        return message
    words = catalogue(language)
    return "\n".join(_line(words, line) for line in message.split("\n"))


def _line(words: gettext.NullTranslations, line: str) -> str:
    number = _ORDER_NUMBER.fullmatch(line)
    if number:
        return words.gettext(ORDER).format(number[1])
    fits = [(f, sentence) for pattern, sentence in _patterns() if (f := pattern.fullmatch(line))]
    if not fits:
        return line
    # The sentence that begins first holds the others in its gaps.
    found, sentence = min(fits, key=lambda fit: len(fit[0][1]))
    place, *gaps = found.groups()
    return str(place) + words.gettext(sentence).format(*(_line(words, gap) for gap in gaps))
