"""The endpoints of the interface. Each is declared with the types that describe it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from campagna.core.guide import Guide
from campagna.core.offers import Offer
from campagna.core.rulebook import Rule
from campagna.core.ruler import Measurement
from campagna.core.tabletop import Survey
from campagna.match.gate import BlockDraft, Check
from campagna.match.luck import Luck
from campagna.match.opening import Created, NewMatch
from campagna.match.seating import Invitation, Joined, NewCode
from campagna.match.updates import Update
from campagna.match.views import LogLine, ReplayFrame, Snapshot
from campagna.server import catalogue, rulebooks
from campagna.server.charts import ChartSheet
from campagna.server.examples import ExampleLine, ExampleView
from campagna.server.five_minutes import FiveMinutesView
from campagna.server.handlers import Handlers
from campagna.server.hints import HintText
from campagna.server.messages import (
    BlockMessage,
    CheckList,
    CheckMessage,
    CodeMessage,
    Curtain,
    DecideNow,
    EmptyMessage,
    ForkMessage,
    Health,
    InviteMessage,
    MatchCard,
    OrderMessage,
    RulerMessage,
    SurveyMessage,
    TokenMessage,
    VersionMessage,
)


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the interface, for the router and for its description."""

    method: str
    path: str
    handler: Callable[[Handlers, Request], Awaitable[Response]]
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
        handler=Handlers.health,
        summary="Whether the server is up, and its version",
        answer=Health,
    ),
    Endpoint(
        method="GET",
        path="/api/games",
        handler=Handlers.games,
        summary="The games that can be played",
        answer=list[catalogue.GameCard],
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}",
        handler=Handlers.game,
        summary="One game: the same card as in the list",
        answer=catalogue.GameCard,
        errors=("unknown-game",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/map.svg",
        handler=Handlers.map_svg,
        summary="The map as a drawing",
        answer=str,
        query=("lang", "legend"),
        media="image/svg+xml",
        errors=("unknown-game", "no-map"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/board",
        handler=Handlers.board,
        summary="Where each hex lies on the map and who its neighbours are",
        answer=catalogue.BoardView,
        errors=("unknown-game", "no-map"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/hexes/{id}",
        handler=Handlers.hex,
        summary="One hex and where the knowledge of it comes from",
        answer=catalogue.HexView,
        errors=("unknown-game", "no-map", "unknown-hex"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/guide",
        handler=Handlers.guide,
        summary="The guided first turn: steps, what they point at and what they wait for",
        answer=Guide,
        errors=("unknown-game", "no-guide"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/charts",
        handler=Handlers.charts,
        summary="The charts of a scenario; `options` is a JSON object like that of a set-up",
        answer=ChartSheet,
        query=("scenario", "options"),
        errors=("unknown-game", "malformed", "bad-setup"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/five-minutes",
        handler=Handlers.five_minutes,
        summary="What to know before the first game: aims, the turn, ideas with pictures, mistakes",
        answer=FiveMinutesView,
        errors=("unknown-game", "no-five-minutes"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/examples",
        handler=Handlers.examples,
        summary="The worked examples of the book",
        answer=list[ExampleLine],
        errors=("unknown-game",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/examples/{id}",
        handler=Handlers.example,
        summary="One example: its picture, and what becomes of its orders",
        answer=ExampleView,
        errors=("unknown-game", "unknown-example"),
    ),
    Endpoint(
        method="POST",
        path="/api/games/{slug}/examples/{id}",
        handler=Handlers.open_example,
        summary="A private match from the position of an example, to try other orders",
        answer=Created,
        body=EmptyMessage,
        status=201,
        errors=("unknown-game", "unknown-example", "malformed", "too-large", "too-many"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/rules",
        handler=Handlers.rules,
        summary="Every rule in our words",
        answer=list[Rule],
        errors=("unknown-game",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/rules/{id:path}",
        handler=Handlers.rule,
        summary="One rule and the rulings that touch it",
        answer=rulebooks.RuleView,
        errors=("unknown-game", "unknown-rule"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{slug}/rulebook",
        handler=Handlers.rulebook,
        summary="Every rule in our words, in chapters, with the rulings",
        answer=rulebooks.RulebookView,
        errors=("unknown-game",),
    ),
    Endpoint(
        method="POST",
        path="/api/matches",
        handler=Handlers.create,
        summary="Begin a match; the tokens are the invitations",
        answer=Created,
        body=NewMatch,
        status=201,
        errors=("malformed", "too-large", "unknown-game", "bad-setup"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches",
        handler=Handlers.matches,
        summary="The matches that the holder of these tokens can take up again",
        answer=list[MatchCard],
        query=("tokens",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}",
        handler=Handlers.snapshot,
        summary="The match as the holder of the token may see it now",
        answer=Snapshot,
        query=("token",),
        errors=_LOOK,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/invitation",
        handler=Handlers.invitation,
        summary="What a code is for; changes nothing",
        answer=Invitation,
        body=CodeMessage,
        errors=_CODE,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/join",
        handler=Handlers.join,
        summary="Sit down: exchange a code for a token, once",
        answer=Joined,
        body=CodeMessage,
        errors=(*_CODE, "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/invite",
        handler=Handlers.invite,
        summary="A new invitation to a seat that nobody has taken; the old one is void",
        answer=NewCode,
        body=InviteMessage,
        errors=(*_SEAT, "not-your-match", "seat-taken", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/carry",
        handler=Handlers.carry,
        summary="A code that brings one's own seat to another device",
        answer=NewCode,
        body=TokenMessage,
        errors=(*_SEAT, "no-store"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/curtain",
        handler=Handlers.curtain,
        summary="Whether the holders of these seats know different things now",
        answer=Curtain,
        query=("token",),
        errors=_LOOK,
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/log",
        handler=Handlers.log,
        summary="What happened, order by order",
        answer=list[LogLine],
        query=("token", "from"),
        errors=_LOOK,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/orders",
        handler=Handlers.order,
        summary="Give an order",
        answer=Update,
        body=OrderMessage,
        errors=(*_GATE, "not-your-turn", "refused", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/judge",
        handler=Handlers.judge,
        summary="What an order would be told, and its exact chances; changes nothing",
        answer=Check,
        body=CheckMessage,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/check",
        handler=Handlers.check,
        summary="The same for several orders at once, each by itself; changes nothing",
        answer=list[Check],
        body=CheckList,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/offers",
        handler=Handlers.offers,
        summary="What the deciding seat may order now, as typed offers",
        answer=list[Offer],
        query=("token",),
        errors=(*_LOOK, "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/ideas",
        handler=Handlers.ideas,
        summary="A few orders that are allowed now, drawn at random",
        answer=list[msgspec.Raw],
        query=("token",),
        errors=(*_LOOK, "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/hint",
        handler=Handlers.hint,
        summary="What the captain would order now, and why; it changes nothing",
        answer=HintText | None,
        query=("token",),
        errors=(*_LOOK, "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/survey",
        handler=Handlers.survey,
        summary="Where a piece may go next on a measured table; changes nothing",
        answer=Survey | None,
        body=SurveyMessage,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/block",
        handler=Handlers.block,
        summary="How several pieces would go at once on a measured table; changes nothing",
        answer=BlockDraft | None,
        body=BlockMessage,
        errors=(*_LOOK, "malformed", "too-large", "wrong-seat", "over", "not-your-turn"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/ruler",
        handler=Handlers.ruler,
        summary="What lies between two pieces or places of a measured table; changes nothing",
        answer=Measurement | None,
        body=RulerMessage,
        errors=(*_LOOK, "malformed", "too-large"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/undo",
        handler=Handlers.undo,
        summary="Take back the last order",
        answer=Update,
        body=VersionMessage,
        errors=(*_GATE, "not-your-turn", "cannot-undo"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/resign",
        handler=Handlers.resign,
        summary="Give up",
        answer=Update,
        body=VersionMessage,
        errors=_GATE,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/offer-stop",
        handler=Handlers.offer_stop,
        summary="Offer to stop without a winner",
        answer=Update,
        body=VersionMessage,
        errors=_GATE,
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/accept-stop",
        handler=Handlers.accept_stop,
        summary="Accept an offer to stop",
        answer=Update,
        body=VersionMessage,
        errors=(*_GATE, "no-offer", "own-offer"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/record",
        handler=Handlers.record,
        summary="The record, one JSON object a line; several tokens are separated by commas",
        answer=str,
        query=("token",),
        media="application/x-ndjson",
        errors=(*_LOOK, "not-over", "no-record"),
    ),
    Endpoint(
        method="POST",
        path="/api/records",
        handler=Handlers.import_record,
        summary="Import a record as a match to read",
        answer=Created,
        body=str,
        status=201,
        errors=("too-large", "bad-record", "unknown-game"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/replay/{n}",
        handler=Handlers.replay,
        summary="The match after order n, as the viewer saw it",
        answer=ReplayFrame,
        query=("token",),
        errors=(*_LOOK, "unknown-moment"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/hurry",
        handler=Handlers.hurry,
        summary="A computer seat that thinks gives the best order it has so far",
        answer=DecideNow,
        body=TokenMessage,
        errors=(*_LOOK, "malformed", "too-large"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/fork",
        handler=Handlers.fork,
        summary="A private match from what the viewer knew after order n",
        answer=Created,
        body=ForkMessage,
        status=201,
        errors=(*_LOOK, "malformed", "too-large", "unknown-moment", "bad-setup"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/luck",
        handler=Handlers.luck,
        summary="What the dice gave against what they promised",
        answer=Luck,
        query=("token",),
        errors=_LOOK,
    ),
)
