"""The endpoints that answer without a match: the games, their maps, rules, charts and examples."""

from __future__ import annotations

from campagna.core.guide import Guide
from campagna.core.rulebook import Rule
from campagna.match.opening import Created
from campagna.server import catalogue, rulebooks
from campagna.server.charts import ChartSheet
from campagna.server.endpoint import Endpoint
from campagna.server.examples import ExampleLine, ExampleView
from campagna.server.five_minutes import FiveMinutesView
from campagna.server.handlers import Handlers
from campagna.server.messages import EmptyMessage, Health
from campagna.server.operations.readiness import Ready

GAME_ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/health",
        handler=Handlers.health,
        summary="Whether the server is up, and its version",
        answer=Health,
    ),
    Endpoint(
        method="GET",
        path="/api/ready",
        handler=Handlers.ready,
        summary="Whether requests should come here; 503 with the same answer if not",
        answer=Ready,
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
)
