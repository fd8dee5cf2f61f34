"""Problems in Italian, for an Italian reader of the command line.

The rules, the records and the libraries below word their problems in English, once. Here each of
these sentences has its translation; what stands in its gaps is translated too where it is a
sentence of the kind itself, and kept where it is a name.
"""

from __future__ import annotations

import re
from functools import lru_cache

PHRASES: tuple[tuple[str, str], ...] = (
    # --- the command line ---------------------------------------------------------------------------
    ("No such command '{}'. Did you mean {}?", "non c'è il comando '{}'; forse: {}?"),
    ("No such command '{}'.", "non c'è il comando '{}'"),
    ("No such option: {} Did you mean {}?", "non c'è l'opzione {}; forse: {}?"),
    ("No such option: {} (Possible options: {})", "non c'è l'opzione {}; forse: {}"),
    ("No such option: {}", "non c'è l'opzione {}"),
    (
        "No such option '{}'. (Did you mean one of: {}?)",
        "non c'è l'opzione '{}'; forse una di queste: {}?",
    ),
    ("No such option '{}'. Did you mean {}?", "non c'è l'opzione '{}'; forse: {}?"),
    ("No such option '{}'.", "non c'è l'opzione '{}'"),
    ("Missing argument '{}'.", "manca l'argomento '{}'"),
    ("Missing option '{}'.", "manca l'opzione '{}'"),
    ("Missing parameter: {}", "manca: {}"),
    ("Got unexpected extra argument ({})", "argomento di troppo: {}"),
    ("Got unexpected extra arguments ({})", "argomenti di troppo: {}"),
    ("Invalid value for '{}': {}", "valore non valido per '{}': {}"),
    ("Invalid value: {}", "valore non valido: {}"),
    ("{} is not a valid integer.", "{} non è un numero intero"),
    ("{} is not a valid integer range.", "{} non è un numero intero"),
    ("{} is not a valid float.", "{} non è un numero"),
    ("{} is not a valid boolean.", "{} non è un sì o un no"),
    ("{} is not in the range {}.", "{} è fuori dai limiti {}"),
    ("{} is not one of {}.", "{} non è fra {}"),
    ("Option '{}' requires an argument.", "l'opzione '{}' vuole un valore"),
    ("Option '{}' requires {} arguments.", "l'opzione '{}' vuole {} valori"),
    ("Option '{}' does not take a value.", "l'opzione '{}' non vuole valori"),
    ("File '{}' is a directory.", "'{}' è una cartella"),
    ("Path '{}' does not exist.", "'{}' non c'è"),
    ("No such file or directory", "il file non c'è"),
    ("Permission denied", "permesso negato"),
    ("Is a directory", "è una cartella"),
    ("Not a directory", "non è una cartella"),
    ("File name too long", "il nome è troppo lungo"),
    # --- games, scenarios, options ------------------------------------------------------------------
    ("no game '{}'; there are: {}", "non c'è il gioco '{}'; ci sono: {}"),
    (
        "{} has no scenario '{}'; choose one of: {}",
        "{} non ha lo scenario '{}'; scegline uno fra: {}",
    ),
    ("no option '{}'; there are: none", "non c'è l'opzione '{}'; non ce ne sono"),
    ("no option '{}'; there are: {}", "non c'è l'opzione '{}'; ci sono: {}"),
    ("option '{}' is one of: {}", "l'opzione '{}' è una fra: {}"),
    ("--cluster needs Ray: {}", "--cluster vuole Ray: {}"),
    ("{} belongs to another run: {}", "{} è di un'altra serie: {}"),
    ("no terrain style for {}; known: {}", "il terreno {} non si sa disegnare; si conoscono: {}"),
    ("no {} style for {}; known: {}", "{} {} non si sa disegnare; si conoscono: {}"),
    ("no sign for {}; known: {}", "il segno {} non si sa disegnare; si conoscono: {}"),
    # --- texts and orders ---------------------------------------------------------------------------
    ("not UTF-8 text (byte {})", "non è testo UTF-8 (byte {})"),
    ("damaged at byte {}: not UTF-8 text", "guasto al byte {}: non è testo UTF-8"),
    ("malformed JSON at {}: {}", "JSON sbagliato, {}: {}"),
    ("line {}, column {}", "riga {}, colonna {}"),
    ("Expecting value", "ci vuole un valore"),
    ("Expecting property name enclosed in double quotes", "ci vuole un nome fra virgolette"),
    ("Illegal trailing comma before end of object", "c'è una virgola di troppo"),
    ("Illegal trailing comma before end of array", "c'è una virgola di troppo"),
    ("Expecting {} delimiter", "ci vuole {}"),
    ("Extra data", "c'è altro dopo la fine"),
    ("Unterminated string starting at", "la stringa non finisce"),
    ("malformed JSON: {}", "JSON sbagliato: {}"),
    ("JSON is malformed: {}", "JSON sbagliato: {}"),
    ("invalid character (byte {})", "carattere non valido (byte {})"),
    ("trailing characters (byte {})", "caratteri di troppo (byte {})"),
    ("Input data was truncated", "il testo è troncato"),
    ("Invalid UTF-8 encoding", "non è testo UTF-8"),
    ("nested too deeply", "troppi livelli uno dentro l'altro"),
    ("Expected `{}`, got `{}`", "ci vuole `{}`, non `{}`"),
    ("Expected `{}` of length {}", "ci vuole `{}` di lunghezza {}"),
    ("Invalid value '{}'", "valore non valido: '{}'"),
    ("Invalid enum value {}", "valore non valido: {}"),
    ("Number out of range", "numero fuori dai limiti"),
    ("missing field `{}`", "manca il campo `{}`"),
    (
        "unknown field `{}`; its fields are: none",
        "non c'è il campo `{}`; quest'ordine non ha campi",
    ),
    ("unknown field `{}`; its fields are: {}", "non c'è il campo `{}`; i campi sono: {}"),
    ("unknown field `{}`", "non c'è il campo `{}`"),
    ("no order {}; there are: {}", "non c'è l'ordine {}; ci sono: {}"),
    (
        'no order to forecast: put one in "orders"',
        'nessun ordine da prevedere: mettine uno in "orders"',
    ),
    ("{} is refused: {}", "{} è rifiutato: {}"),
    ("nobody can play on from it ({})", "da qui nessuno può giocare ({})"),
    (
        "the script has no die left for '{}': add one to \"dice\"",
        "nel copione non resta un dado per '{}': aggiungilo a \"dice\"",
    ),
    ("die {} for '{}' must be from 1 to {}", "il dado {} per '{}' va da 1 a {}"),
    ("draw {} for '{}' must be from 0 to {}", "il sorteggio {} per '{}' va da 0 a {}"),
    # --- records ------------------------------------------------------------------------------------
    ("cannot read {}: {}", "non si legge {}: {}"),
    ("the record is empty", "il verbale è vuoto"),
    (
        "record format {} is not known here (this program writes {})",
        "il formato {} del verbale non è noto (questo programma scrive il {})",
    ),
    ("line {} is nested too deeply", "la riga {} ha troppi livelli uno dentro l'altro"),
    ("line {} is damaged or cut off: {}", "la riga {} è guasta o troncata: {}"),
    ("line {}: nothing may follow the end of the game", "riga {}: dopo la fine non c'è altro"),
    (
        "the end counts {} orders, the record holds {}",
        "la fine conta {} ordini, il verbale ne ha {}",
    ),
    (
        "the last line is cut off: the file was truncated",
        "l'ultima riga è tagliata: il file è tronco",
    ),
    (
        "the end of the simulated game is missing: the file was truncated",
        "manca la fine della partita simulata: il file è tronco",
    ),
    ("'{}' drew {} out of {}", "'{}' ha sorteggiato {} su {}"),
    ("this is a record of {}, not of {}", "è un verbale di {}, non di {}"),
    (
        "the record was played by rules {}, this program has {}",
        "il verbale fu giocato con le regole {}, questo programma ha le {}",
    ),
    ("set-up: {}", "preparazione: {}"),
    ("set-up", "preparazione"),
    ("order {}: {}", "ordine {}: {}"),
    ("{} comes after the end of the game", "{} viene dopo la fine della partita"),
    ("{} is given by {}, but {} decides", "{} è dato da {}, ma decide {}"),
    ("{} is not allowed by rule {}", "{} è vietato dalla regola {}"),
    ("{} is nested too deeply", "{} ha troppi livelli uno dentro l'altro"),
    ("{} is damaged: {}", "{} è guasto: {}"),
    (
        "{} does not lead to the state of the record: it was changed",
        "{} non porta alla posizione del verbale: è stato cambiato",
    ),
    (
        "the dice of the record are not the dice of its chance",
        "i dadi del verbale non sono quelli della sua sorte",
    ),
    (
        "the record was broken off, but its orders end the game by the rules",
        "il verbale fu interrotto, ma i suoi ordini finiscono la partita secondo le regole",
    ),
    (
        "the record was broken off by '{}', who has no seat",
        "il verbale fu interrotto da '{}', che non ha un posto",
    ),
    (
        "the record claims another outcome than its orders lead to",
        "il verbale dichiara un esito diverso da quello dei suoi ordini",
    ),
    (
        "there is a secret at the end, but none was promised at the start",
        "alla fine c'è un segreto che all'inizio non era promesso",
    ),
    (
        "the record claims both a seed and a secret for its dice",
        "il verbale dichiara per i dadi sia un seme sia un segreto",
    ),
    (
        "two packages provide '{}': {} and {}; uninstall one of them",
        "due pacchetti forniscono '{}': {} e {}; disinstallane uno",
    ),
    ("'{}' of {} cannot be loaded: {}", "'{}' di {} non si può caricare: {}"),
    (
        "'{}' is not a game: it must be a class or function that makes one",
        "'{}' non è un gioco: dev'essere una classe o una funzione che ne crea uno",
    ),
    (
        "'{}' is not a bot: it must be a function that makes one",
        "'{}' non è un giocatore automatico: dev'essere una funzione che ne crea uno",
    ),
    ("the game '{}' calls itself '{}'", "il gioco '{}' si chiama '{}'"),
    ("the secret at the end is damaged", "il segreto alla fine è guasto"),
    (
        "the secret at the end is not the one promised at the start",
        "il segreto alla fine non è quello promesso all'inizio",
    ),
    (
        "the record drew '{}' out of {}, the game asks for '{}' out of {}",
        "il verbale sorteggia '{}' su {}, il gioco chiede '{}' su {}",
    ),
    ("the record drew {} out of {} for '{}'", "il verbale sorteggia {} su {} per '{}'"),
    ("the record holds no draw for '{}'", "nel verbale manca il sorteggio per '{}'"),
    (
        "the record holds {} draws that were never asked for",
        "nel verbale ci sono {} sorteggi che nessuno ha chiesto",
    ),
    ("order {} cannot be played again: {}", "l'ordine {} non si può rigiocare: {}"),
    (
        "order {} does not lead to the state that was stored",
        "l'ordine {} non porta alla posizione conservata",
    ),
    # --- positions ----------------------------------------------------------------------------------
    ("this is not a position of {}", "non è una posizione di {}"),
    ("turn {}: there are turns 1 to {}", "turno {}: i turni vanno da 1 a {}"),
    ("move {}: there are moves 1 to {}", "mossa {}: le mosse vanno da 1 a {}"),
    ("no phase '{}'; choose one of: {}", "non c'è la fase '{}'; scegline una fra: {}"),
    ("no side '{}'; choose one of: {}", "non c'è la parte '{}'; scegline una fra: {}"),
    ("no side {}; there are: {}", "non c'è la parte {}; ci sono: {}"),
    ("part '{}' is one of: {}", "la parte '{}' è una fra: {}"),
    ("no state '{}'; there are: {}", "non c'è lo stato '{}'; ci sono: {}"),
    ("no city '{}'; there are: {}", "non c'è la città '{}'; ci sono: {}"),
    ("no counter '{}' in this game", "in questo gioco non c'è la pedina '{}'"),
    ("no unit '{}' in this game", "in questo gioco non c'è l'unità '{}'"),
    ("no unit '{}' in this war", "in questa guerra non c'è l'unità '{}'"),
    ("no unit '{}' to carry", "non c'è l'unità '{}' da portare"),
    ("no air marker '{}' in this war", "in questa guerra non c'è l'aereo '{}'"),
    ("no box '{}' in this war", "in questa guerra non c'è la casella '{}'"),
    ("no base '{}' in this battle", "in questa battaglia non c'è la base '{}'"),
    ("no division '{}' in the lists", "negli elenchi non c'è la divisione '{}'"),
    ("no card '{}' in campaign {}", "nella campagna {1} non c'è la carta '{0}'"),
    ("campaign {} has no area beside its row", "la campagna {} non ha aree fuori dalla sua riga"),
    ("campaign {} has {} areas", "la campagna {} ha {} aree"),
    ("battles are counted from 1", "le battaglie si contano da 1"),
    ("a battle needs formations", "a una battaglia servono formazioni"),
    ("Beda Fomm is no battle of a campaign", "Beda Fomm non è una battaglia di una campagna"),
    ("nobody is called {} in this battle", "in questa battaglia nessuno si chiama {}"),
    (
        "base '{}' on the table needs a place, elsewhere none",
        "la base '{}' sul tavolo vuole un posto, altrove nessuno",
    ),
    (
        "no hex '{}' on this map (a letter A-X and a number, as G25)",
        "sulla mappa non c'è l'esagono '{}' (una lettera A-X e un numero, come G25)",
    ),
    (
        "no hex '{}' on this map (column and row, as 1918)",
        "sulla mappa non c'è l'esagono '{}' (colonna e riga, come 1918)",
    ),
    (
        "no hex '{}' on this map (hexes are {} to {})",
        "sulla mappa non c'è l'esagono '{}' (vanno da {} a {})",
    ),
    ("hex {} is a lake", "l'esagono {} è un lago"),
    ("hex {} cannot be entered", "nell'esagono {} non si entra"),
    ("hex {} is worth no victory points", "l'esagono {} non vale punti"),
    ("hex {} belongs to one of: {}", "l'esagono {} è di uno fra: {}"),
    (
        "hex {} holds combat units of both sides",
        "nell'esagono {} ci sono unità combattenti delle due parti",
    ),
    ("hex {} holds pieces of both sides", "nell'esagono {} ci sono pedine delle due parti"),
    ("hex {} holds units of both sides", "nell'esagono {} ci sono unità delle due parti"),
    (
        "hex {} holds more than {} combat units",
        "nell'esagono {} ci sono più di {} unità combattenti",
    ),
    ("counter {} is named twice", "la pedina {} è nominata due volte"),
    ("{} is named twice", "{} è nominata due volte"),
    ("{} is no army command", "{} non è un comando d'armata"),
    ("{} cannot be reduced", "{} non si può ridurre"),
    ("{} cannot change sides", "{} non può cambiare parte"),
    ("{} cannot be eliminated", "{} non può essere eliminato"),
    ("{} waits at no entry of this map: '{}'", "{} non aspetta a un ingresso della mappa: '{}'"),
    ("no factor {} is left in its pool", "nella riserva non resta un valore {}"),
    ("no {} counter is left for it", "non resta una pedina {}"),
    (
        "number Soviet divisions in order, this one is S-{}",
        "numera le divisioni sovietiche in ordine, questa è S-{}",
    ),
    ("'{}' needs two lists, rifle and armour", "'{}' vuole due elenchi, fucilieri e corazzate"),
    (
        "a view cannot be arranged: say where every unit stands",
        "una veduta non si può disporre: di' dove sta ogni unità",
    ),
    ("no {} '{}'; choose one of: {}", "non c'è {} '{}'; scegli fra: {}"),
    ("no {} '{}'; there are: {}", "non c'è {} '{}'; ci sono: {}"),
    ("{} has {} steps", "{} ha {} livelli"),
    ("{} is one of: {}", "{} è fra: {}"),
)
"""Of those that fit alike the first is taken: what is special stands before what is general."""

_ORDER_NUMBER = re.compile(r"order (\d+)")


@lru_cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each phrase as it ends a line, after whatever names the place: `file: orders[2]: ...`."""
    found = []
    for english, italian in PHRASES:
        body = "(.+?)".join(re.escape(part) for part in english.split("{}"))
        found.append((re.compile(rf"(|.*?: ){body}"), italian))
    return tuple(found)


def in_italian(message: str) -> str:
    """The message with every sentence that is known here, line by line."""
    return "\n".join(_line(line) for line in message.split("\n"))


def _line(line: str) -> str:
    number = _ORDER_NUMBER.fullmatch(line)
    if number:
        return f"l'ordine {number[1]}"
    fits = [(f, italian) for pattern, italian in _patterns() if (f := pattern.fullmatch(line))]
    if not fits:
        return line
    # The sentence that begins first holds the others in its gaps.
    found, italian = min(fits, key=lambda fit: len(fit[0][1]))
    place, *names = found.groups()
    return str(place) + italian.format(*map(_line, names))
