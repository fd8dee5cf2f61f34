"""Why the gate turned something away: a key for programs, words for people, a status for HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campagna.core.contract import Text

_WHY: dict[str, tuple[int, str, str]] = {
    "malformed": (400, "Il messaggio non si capisce", "The message makes no sense"),
    "too-large": (413, "Il messaggio è troppo grande", "The message is too large"),
    "wrong-type": (
        415,
        "Il corpo del messaggio deve essere JSON e dirlo",
        "The body of the message must be JSON and say so",
    ),
    "too-slow": (408, "Il messaggio non è arrivato in tempo", "The message did not arrive in time"),
    "too-many": (
        429,
        "Troppe richieste in poco tempo: aspetta un poco e riprova",
        "Too many requests in a short time: wait a little and try again",
    ),
    "too-hard": (
        422,
        "A questa domanda la risposta richiede troppo tempo: chiedi meno in una volta",
        "This question takes too long to answer: ask for less at once",
    ),
    "foreign-host": (
        403,
        "Il tavolo non risponde a questo nome: usa l'indirizzo in cifre, o --allow-host",
        "The table does not answer to this name: use the address in numbers, or --allow-host",
    ),
    "foreign-origin": (
        403,
        "La richiesta viene da una pagina di un altro sito",
        "The request comes from a page of another site",
    ),
    "unknown-game": (404, "Nessun gioco con questo nome", "No game of that name"),
    "unknown-match": (404, "Nessuna partita con questo nome", "No match of that name"),
    "unknown-hex": (404, "Nessun esagono con questo numero", "No hex of that number"),
    "unknown-rule": (404, "Nessuna regola con questo numero", "No rule of that number"),
    "unknown-place": (404, "Qui non c'è niente", "There is nothing here"),
    "unknown-moment": (404, "La partita non è arrivata fin lì", "The match has not come that far"),
    "wrong-method": (405, "Così non si può chiedere", "That cannot be asked this way"),
    "no-map": (404, "Questo gioco non ha una mappa a esagoni", "This game has no hex map"),
    "no-guide": (404, "Questo gioco non ha un turno guidato", "This game has no guided turn"),
    "no-five-minutes": (
        404,
        "Questo gioco non ha la pagina dei cinque minuti",
        "This game has no page of five minutes",
    ),
    "unknown-example": (404, "Nessun esempio con questo nome", "No example of that name"),
    "unknown-token": (
        403,
        "Il tuo invito non vale per questa partita",
        "Your invitation is not for this match",
    ),
    "unknown-code": (
        404,
        "Questo codice non vale, o qualcuno lo ha già usato: chiedine un altro a chi te l'ha dato",
        "This code is not valid, or somebody has used it: ask whoever gave it to you for another",
    ),
    "sign-in-needed": (
        401,
        "Il tavolo non sa chi sei: apri la prima pagina e riprova",
        "The table does not know who you are: open the first page and try again",
    ),
    "bad-name": (
        422,
        "Un nome ha da 3 a 20 lettere, cifre, - o _, di un solo alfabeto, con almeno una lettera",
        "A name has 3 to 20 letters, digits, - or _, of one alphabet, with at least one letter",
    ),
    "name-taken": (
        409,
        "Questo nome, o uno che gli somiglia troppo, è già preso: scegline un altro",
        "This name, or one that looks too much like it, is taken: choose another",
    ),
    "not-archived": (
        409,
        "Si elimina solo una partita archiviata: prima archiviala",
        "Only an archived match can be deleted: archive it first",
    ),
    "not-finished": (
        409,
        "La rivincita si chiede quando la partita è finita",
        "A rematch is asked for when the match is over",
    ),
    "used-code": (
        410,
        "Questo invito è già stato usato: qualcuno si è seduto a questo posto",
        "This invitation has been used: somebody has taken this seat",
    ),
    "late-code": (
        410,
        "Questo link è scaduto: creane uno nuovo al tavolo",
        "This link has expired: make a new one at the table",
    ),
    "seat-taken": (
        409,
        "A questo posto non si può più invitare nessuno",
        "Nobody can be invited to this seat any more",
    ),
    "not-your-match": (
        403,
        "Invita solo chi ha creato la partita",
        "Only the maker of the match can invite",
    ),
    "wrong-seat": (403, "Chi guarda non dà ordini", "A spectator gives no orders"),
    "over": (410, "La partita è finita", "The match is over"),
    "not-your-turn": (409, "Ora decide l'altra parte", "The other side decides now"),
    "stale": (
        409,
        "La partita è andata avanti: guarda la posizione e riprova",
        "The match has gone on: look at the position and try again",
    ),
    "refused": (422, "L'ordine è contro una regola", "The order is against a rule"),
    "cannot-undo": (
        409,
        "Non si torna indietro oltre un dado, una rivelazione o un cambio di parte",
        "No way back over dice, over something revealed or over a change of sides",
    ),
    "no-offer": (409, "Nessuno ha proposto di fermarsi", "Nobody has offered to stop"),
    "own-offer": (
        409,
        "La proposta è tua: deve accettarla l'altra parte",
        "The offer is yours: the other side must accept it",
    ),
    "not-over": (
        409,
        "Il verbale si apre a partita finita, o a chi tiene tutte le parti",
        "The record opens when the match is over, or to the holder of every seat",
    ),
    "no-record": (
        409,
        "Un 'che cosa succede se' non ha verbale: non comincia dallo schieramento",
        "A what-if has no record: it does not begin with the set-up",
    ),
    "bad-setup": (422, "Questa partita non si può preparare", "This match cannot be set up"),
    "bad-title": (
        422,
        "Il titolo deve stare in 80 caratteri, su una riga, senza caratteri di controllo",
        "The title must fit into 80 characters, on one line, without control characters",
    ),
    "opponents-code": (
        409,
        "È il codice di chi gioca con te: con quello avrebbe anche il tuo posto",
        "This is the code of somebody you play with: it would give them your seat too",
    ),
    "bad-salt": (
        422,
        "Ai dadi di questa partita manca un sale valido",
        "The dice of this match lack a valid salt",
    ),
    "bad-signature": (
        422,
        "L'ordine non è firmato per questo momento della partita",
        "The order was not signed for this moment of the match",
    ),
    "used-promise": (
        409,
        "Con questa promessa è già cominciata una partita: chiedine un'altra",
        "A match has begun with this promise already: ask for another one",
    ),
    "bad-record": (422, "Il verbale non prova quello che dice", "The record does not prove itself"),
    "other-rules": (
        409,
        "La partita fu giocata con un'edizione delle regole che questo programma non conosce",
        "The match was played by an edition of the rules that this program does not know",
    ),
    "damaged": (
        409,
        "Quel che è conservato di questa partita è danneggiato: non si può aprire",
        "What is stored of this match is damaged: it cannot be opened",
    ),
    "leaving": (
        503,
        "Il server sta ripartendo: riprova tra poco",
        "The server is starting again: try again in a moment",
    ),
    "store-away": (
        503,
        "Le partite adesso non si raggiungono: riprova tra poco",
        "The matches cannot be reached now: try again in a moment",
    ),
    "no-store": (
        503,
        "La partita non si può conservare adesso: riprova",
        "The match cannot be stored now: try again",
    ),
}


class Rejected(Exception):
    """Nothing has changed; the answer says why."""

    def __init__(self, key: str, detail: str = "", /, **more: Any) -> None:
        self.key = key
        self.status, it, en = _WHY[key]
        self.message: Text = {"it": it, "en": en}
        self.more: Mapping[str, Any] = {**more, "detail": detail} if detail else more
        super().__init__(f"{key}: {detail}" if detail else key)

    def __reduce__(self) -> tuple[Any, ...]:
        """An engine process sends it to whoever asked."""
        return _made_again, (self.key, dict(self.more))

    def answer(self) -> dict[str, Any]:
        return {"error": self.key, "message": self.message, **self.more}


def _made_again(key: str, more: dict[str, Any]) -> Rejected:
    return Rejected(key, **more)


def rejection_keys() -> dict[str, int]:
    """Every key with its status, for the description of the interface."""
    return {key: status for key, (status, _, _) in _WHY.items()}
