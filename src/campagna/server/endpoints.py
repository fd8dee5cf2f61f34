"""The endpoints of the interface. Each is declared with the types that describe it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from campagna.core.rulebook import Rule
from campagna.core.tabletop import Survey
from campagna.match.house import Created, NewMatch
from campagna.match.luck import Luck
from campagna.match.refining import Detail
from campagna.match.seating import Invitation, Joined, NewCode
from campagna.match.service import Judgement
from campagna.match.viewing import LogLine, Moment, Snapshot
from campagna.server import library
from campagna.server.desk import Desk
from campagna.server.messages import (
    Accepted,
    CodeMessage,
    Curtain,
    ForkMessage,
    Health,
    Hurried,
    InviteMessage,
    JudgeMessage,
    MatchCard,
    OrderMessage,
    SurveyMessage,
    TokenMessage,
    VersionMessage,
)


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the interface, for the router and for its description."""

    method: str
    path: str
    handler: Callable[[Desk, Request], Awaitable[Response]]
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    media: str = "application/json"
    status: int = 200
    errors: tuple[str, ...] = ()


_GATE = ("malformed", "too-large", "unknown-match", "unknown-token", "wrong-seat", "over", "stale")
_LOOK = ("unknown-match", "unknown-token")
_SEAT = (*_LOOK, "malformed", "too-large", "wrong-seat")
_CODE = ("unknown-match", "malformed", "too-large", "unknown-code", "used-code", "late-code")

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/health",
        handler=Desk.health,
        summary="Whether the server is up, and its version",
        answer=Health,
    ),
    Endpoint(
        method="GET",
        path="/api/games",
        handler=Desk.games,
        summary="The games that can be played",
        answer=list[library.GameCard],
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/map.svg",
        handler=Desk.map_svg,
        summary="The map as a drawing",
        answer=str,
        query=("lang", "legend"),
        media="image/svg+xml",
        errors=("unknown-game", "no-map"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/board",
        handler=Desk.board,
        summary="Where each hex lies on the map and who its neighbours are",
        answer=library.BoardView,
        errors=("unknown-game", "no-map"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/hexes/{id}",
        handler=Desk.hex,
        summary="One hex and where the knowledge of it comes from",
        answer=library.HexView,
        errors=("unknown-game", "no-map", "unknown-hex"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/rules",
        handler=Desk.rules,
        summary="Every rule in our words",
        answer=list[Rule],
        errors=("unknown-game",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/rules/{id:path}",
        handler=Desk.rule,
        summary="One rule and the rulings that touch it",
        answer=library.RuleView,
        errors=("unknown-game", "unknown-rule"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches",
        handler=Desk.create,
        summary="Begin a match; the tokens are the invitations",
        answer=Created,
        body=NewMatch,
        status=201,
        errors=("malformed", "too-large", "unknown-game", "bad-setup"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches",
        handler=Desk.matches,
        summary="The matches that the holder of these tokens can take up again",
        answer=list[MatchCard],
        query=("tokens",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}",
        handler=Desk.snapshot,
        summary="The match as the holder of the token may see it now",
        answer=Snapshot,
        query=("token",),
        errors=_LOOK,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/invitation",
        handler=Desk.invitation,
        summary="What a code is for; changes nothing",
        answer=Invitation,
        body=CodeMessage,
        errors=_CODE,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/join",
        handler=Desk.join,
        summary="Sit down: exchange a code for a token, once",
        answer=Joined,
        body=CodeMessage,
        errors=(*_CODE, "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/invite",
        handler=Desk.invite,
        summary="A new invitation to a seat that nobody has taken; the old one is void",
        answer=NewCode,
        body=InviteMessage,
        errors=(*_SEAT, "not-your-match", "seat-taken", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/carry",
        handler=Desk.carry,
        summary="A code that brings one's own seat to another device",
        answer=NewCode,
        body=TokenMessage,
        errors=(*_SEAT, "no-store"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/curtain",
        handler=Desk.curtain,
        summary="Whether the holders of these seats know different things now",
        answer=Curtain,
        query=("token",),
        errors=_LOOK,
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/log",
        handler=Desk.log,
        summary="What happened, order by order",
        answer=list[LogLine],
        query=("token", "from"),
        errors=_LOOK,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/orders",
        handler=Desk.order,
        summary="Give an order",
        answer=Accepted,
        body=OrderMessage,
        errors=(*_GATE, "not-your-turn", "refused", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/judge",
        handler=Desk.judge,
        summary="What an order would be told, and its exact chances; changes nothing",
        answer=Judgement,
        body=JudgeMessage,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/details",
        handler=Desk.details,
        summary="In which details an order may be changed and still be allowed; changes nothing",
        answer=list[Detail],
        body=JudgeMessage,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/ideas",
        handler=Desk.ideas,
        summary="A few orders that are allowed now, drawn at random",
        answer=list[Any],
        query=("token",),
        errors=(*_LOOK, "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/survey",
        handler=Desk.survey,
        summary="Where a piece may go next on a measured table; changes nothing",
        answer=Survey | None,
        body=SurveyMessage,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/undo",
        handler=Desk.undo,
        summary="Take back the last order",
        answer=Accepted,
        body=VersionMessage,
        errors=(*_GATE, "not-your-turn", "cannot-undo"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/resign",
        handler=Desk.resign,
        summary="Give up",
        answer=Accepted,
        body=VersionMessage,
        errors=_GATE,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/offer-stop",
        handler=Desk.offer_stop,
        summary="Offer to stop without a winner",
        answer=Accepted,
        body=VersionMessage,
        errors=_GATE,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/accept-stop",
        handler=Desk.accept_stop,
        summary="Accept an offer to stop",
        answer=Accepted,
        body=VersionMessage,
        errors=(*_GATE, "no-offer", "own-offer"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/record",
        handler=Desk.record,
        summary="The record, one JSON object a line; several tokens are separated by commas",
        answer=str,
        query=("token",),
        media="application/x-ndjson",
        errors=(*_LOOK, "not-over", "no-record"),
    ),
    Endpoint(
        method="POST",
        path="/api/records",
        handler=Desk.import_record,
        summary="Import a record as a match to read",
        answer=Created,
        body=str,
        status=201,
        errors=("too-large", "bad-record", "unknown-game"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/replay/{n}",
        handler=Desk.replay,
        summary="The match after order n, as the viewer saw it",
        answer=Moment,
        query=("token",),
        errors=(*_LOOK, "unknown-moment"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/hurry",
        handler=Desk.hurry,
        summary="A computer seat that thinks gives the best order it has so far",
        answer=Hurried,
        body=TokenMessage,
        errors=(*_LOOK, "malformed", "too-large"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/fork",
        handler=Desk.fork,
        summary="A private match from what the viewer knew after order n",
        answer=Created,
        body=ForkMessage,
        status=201,
        errors=(*_LOOK, "malformed", "too-large", "unknown-moment", "bad-setup"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/luck",
        handler=Desk.luck,
        summary="What the dice gave against what they promised",
        answer=Luck,
        query=("token",),
        errors=_LOOK,
    ),
)
