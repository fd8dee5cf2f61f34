"""What each endpoint of the interface does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

import anyio
import anyio.to_thread
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from campagna.bots.bots import bot_names
from campagna.core.contract import LANGUAGES, SPECTATOR
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.loading import find_game
from campagna.match.luck import luck
from campagna.match.opening import NewMatch
from campagna.match.session import Session
from campagna.match.storage import StoredMatch
from campagna.match.views import (
    Ended,
    log,
    moment,
    prompt,
)
from campagna.server import catalogue, rulebooks
from campagna.server.bodies import (
    RECORD_LIMIT,
    RECORD_SECONDS,
    RECORD_TYPES,
    check_type,
    json_response,
    number_in,
    packed_json,
    raw_json,
    read_body,
    read_message,
    spend,
    token_in,
)
from campagna.server.bot_workers import Computers
from campagna.server.charts import charts_json
from campagna.server.etag_cache import lasting
from campagna.server.examples import example_json, examples_json, open_example
from campagna.server.five_minutes import five_minutes_json
from campagna.server.hints import hint_for
from campagna.server.live import LiveUpdates
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
    ServerKeys,
    SurveyMessage,
    TokenMessage,
    VersionMessage,
    program_version,
)
from campagna.server.operations.readiness import Readiness
from campagna.server.people import People

_log = logging.getLogger(__name__)


class Handlers:
    """Everything the endpoints share."""

    def __init__(
        self, service: Gate, hub: LiveUpdates, computers: Computers, network: str = ""
    ) -> None:
        self.service = service
        self.hub = hub
        self.computers = computers
        self.network = network
        self.people = People(service, hub)

    # --- the library --------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        return json_response(Health("ok", program_version(), self.network))

    async def ready(self, request: Request) -> Response:
        readiness: Readiness = request.app.state.readiness
        found = await readiness.ask()
        return json_response(found, 200 if found.status == "ready" else 503)

    async def games(self, request: Request) -> Response:
        return await _lasting(request, catalogue.games_json, "application/json")

    async def game(self, request: Request) -> Response:
        make = partial(catalogue.game_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def map_svg(self, request: Request) -> Response:
        language = request.query_params.get("lang", LANGUAGES[0])
        if language not in LANGUAGES:
            raise Rejected("malformed", f"lang: one of {', '.join(LANGUAGES)}")
        legend = request.query_params.get("legend", "0") == "1"
        make = partial(catalogue.map_svg, request.path_params["slug"], language, legend)
        return await _lasting(request, make, "image/svg+xml")

    async def board(self, request: Request) -> Response:
        make = partial(catalogue.board_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def hex(self, request: Request) -> Response:
        return json_response(
            catalogue.hex_view(request.path_params["slug"], request.path_params["id"])
        )

    async def guide(self, request: Request) -> Response:
        make = partial(catalogue.guide_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def charts(self, request: Request) -> Response:
        asked = request.query_params
        scenario, options = asked.get("scenario", ""), asked.get("options", "")
        make = partial(charts_json, request.path_params["slug"], scenario, options)
        return await _lasting(request, make, "application/json")

    async def rules(self, request: Request) -> Response:
        make = partial(rulebooks.rules_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def rule(self, request: Request) -> Response:
        slug, id_ = request.path_params["slug"], request.path_params["id"]
        return json_response(await anyio.to_thread.run_sync(rulebooks.rule_view, slug, id_))

    async def rulebook(self, request: Request) -> Response:
        make = partial(rulebooks.rulebook_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def five_minutes(self, request: Request) -> Response:
        make = partial(five_minutes_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def examples(self, request: Request) -> Response:
        make = partial(examples_json, request.path_params["slug"])
        return await _lasting(request, make, "application/json")

    async def example(self, request: Request) -> Response:
        make = partial(example_json, request.path_params["slug"], request.path_params["id"])
        return await _lasting(request, make, "application/json")

    async def open_example(self, request: Request) -> Response:
        await read_message(request, EmptyMessage)
        slug, id_ = request.path_params["slug"], request.path_params["id"]
        created = await anyio.to_thread.run_sync(open_example, self.service, slug, id_)
        await self._wake(created.match)
        return json_response(created, 201)

    # --- matches ------------------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        wish = await read_message(request, NewMatch)
        create = partial(self.service.create, wish, bot_names())
        created = await anyio.to_thread.run_sync(create)
        await self._wake(created.match)
        return json_response(created, 201)

    async def promise(self, request: Request) -> Response:
        await read_message(request, EmptyMessage)
        return json_response(await anyio.to_thread.run_sync(self.service.promise), 201)

    async def keys(self, request: Request) -> Response:
        promises = await anyio.to_thread.run_sync(lambda: self.service.promises)
        return json_response(ServerKeys([promises.server]))

    async def matches(self, request: Request) -> Response:
        tokens = [t for t in request.query_params.get("tokens", "").split(",") if t][:200]
        held = await anyio.to_thread.run_sync(self.service.held, tokens)
        cards = [_card(kept, sides) for kept, sides in held]
        return json_response([card for card in cards if card is not None])

    async def snapshot(self, request: Request) -> Response:
        live, viewer = await self._enter(request)

        def show() -> bytes:
            # Somebody may have sat down in another process.
            self.service.reseat(live)
            present = self.hub.present(live.kept.id)
            return msgspec.json.encode(self.hub.snapshot(live, viewer, present))

        shown = await anyio.to_thread.run_sync(show)
        return await anyio.to_thread.run_sync(packed_json, request, shown)

    async def log(self, request: Request) -> Response:
        live, viewer = await self._enter(request)
        read = partial(log, live, viewer, number_in(request, "from", 1))
        return json_response(await anyio.to_thread.run_sync(read))

    async def replay(self, request: Request) -> Response:
        live, viewer = await self._enter(request)
        n = request.path_params["n"]
        if not n.isdecimal():
            raise Rejected("unknown-place")
        # int() refuses thousands of digits, and no match comes that far.
        see = partial(moment, live, viewer, int(n) if len(n) < 10 else 10**9)
        return json_response(await anyio.to_thread.run_sync(see))

    async def luck(self, request: Request) -> Response:
        live, viewer = await self._enter(request)
        return json_response(await anyio.to_thread.run_sync(luck, live, viewer))

    async def record(self, request: Request) -> Response:
        id_ = request.path_params["match"]
        tokens = [t for t in token_in(request).split(",") if t][:20]
        lines = await anyio.to_thread.run_sync(self.service.record, id_, tokens)
        headers = {"content-disposition": f'attachment; filename="{id_}.jsonl"'}
        return Response(lines, 200, headers, media_type="application/x-ndjson")

    async def import_record(self, request: Request) -> Response:
        check_type(request, *RECORD_TYPES)
        spend(request, "")
        text = await read_body(request, RECORD_LIMIT, RECORD_SECONDS)
        created = await anyio.to_thread.run_sync(self.service.import_record, text)
        return json_response(created, 201)

    async def order(self, request: Request) -> Response:
        message = await read_message(request, OrderMessage)
        id_ = request.path_params["match"]

        def give() -> tuple[Session, str, int, bytes]:
            live, side, _ = self.service.order(
                id_, message.token, message.version, message.order, message.seal
            )
            present = self.hub.present(id_)
            with live.lock:
                sent = self.hub.update(live, side, message.version, present)
                return live, side, live.kept.version, sent

        with self.hub.answering(id_, message.connection):
            live, side, version, sent = await anyio.to_thread.run_sync(give)
            self.hub.answered(id_, message.connection, side, version)
        request.state.game = live.kept.game
        self.hub.changed(id_, by=side)
        self.computers.wake(live)
        return raw_json(sent)

    async def judge(self, request: Request) -> Response:
        message = await read_message(request, CheckMessage)
        id_ = request.path_params["match"]
        judge = partial(self.service.judge, id_, message.token, message.order)
        return json_response(await anyio.to_thread.run_sync(judge))

    async def check(self, request: Request) -> Response:
        message = await read_message(request, CheckList)
        id_ = request.path_params["match"]
        check = partial(
            self.service.check, id_, message.token, message.orders, forecasts=message.forecasts
        )
        return json_response(await anyio.to_thread.run_sync(check))

    async def offers(self, request: Request) -> Response:
        look = partial(self.service.offers, request.path_params["match"], token_in(request))
        return json_response(await anyio.to_thread.run_sync(look))

    async def ideas(self, request: Request) -> Response:
        draw = partial(self.service.ideas, request.path_params["match"], token_in(request))
        return json_response(await anyio.to_thread.run_sync(draw))

    async def hint(self, request: Request) -> Response:
        think = partial(hint_for, self.service, request.path_params["match"], token_in(request))
        return json_response(await anyio.to_thread.run_sync(think))

    async def survey(self, request: Request) -> Response:
        message = await read_message(request, SurveyMessage)
        id_ = request.path_params["match"]
        look = partial(self.service.survey, id_, message.token, message.piece, message.path)
        return json_response(await anyio.to_thread.run_sync(look))

    async def block(self, request: Request) -> Response:
        message = await read_message(request, BlockMessage)
        id_ = request.path_params["match"]
        draft = partial(self.service.block, id_, message.token, message.ask)
        return json_response(await anyio.to_thread.run_sync(draft))

    async def ruler(self, request: Request) -> Response:
        message = await read_message(request, RulerMessage)
        id_ = request.path_params["match"]
        look = partial(self.service.measure, id_, message.token, message.a, message.b)
        return json_response(await anyio.to_thread.run_sync(look))

    async def undo(self, request: Request) -> Response:
        return await self._change(request, self.service.undo)

    async def resign(self, request: Request) -> Response:
        return await self._change(request, self.service.resign)

    async def offer_stop(self, request: Request) -> Response:
        return await self._change(request, self.service.offer_stop)

    async def accept_stop(self, request: Request) -> Response:
        return await self._change(request, self.service.accept_stop)

    async def _change(
        self, request: Request, change: Callable[[str, str, int], tuple[Session, str]]
    ) -> Response:
        message = await read_message(request, VersionMessage)
        id_ = request.path_params["match"]

        def give() -> tuple[str, int, bytes]:
            live, side = change(id_, message.token, message.version)
            present = self.hub.present(id_)
            with live.lock:
                sent = self.hub.update(live, side, message.version, present)
                return side, live.kept.version, sent

        with self.hub.answering(id_, message.connection):
            side, version, sent = await anyio.to_thread.run_sync(give)
            self.hub.answered(id_, message.connection, side, version)
        self.hub.changed(id_, by=side)
        return raw_json(sent)

    async def invitation(self, request: Request) -> Response:
        message = await read_message(request, CodeMessage)
        look = partial(self.service.invitation, request.path_params["match"], message.code)
        return json_response(await anyio.to_thread.run_sync(look))

    async def join(self, request: Request) -> Response:
        message = await read_message(request, CodeMessage)
        id_ = request.path_params["match"]
        joined = await anyio.to_thread.run_sync(partial(self.service.join, id_, message.code))
        self.hub.reseated(id_)
        self.people.poke()
        return json_response(joined)

    async def invite(self, request: Request) -> Response:
        message = await read_message(request, InviteMessage)
        id_ = request.path_params["match"]
        invite = partial(self.service.invite, id_, message.token, message.side)
        return json_response(await anyio.to_thread.run_sync(invite))

    async def carry(self, request: Request) -> Response:
        message = await read_message(request, TokenMessage)
        carry = partial(self.service.carry, request.path_params["match"], message.token)
        return json_response(await anyio.to_thread.run_sync(carry))

    async def curtain(self, request: Request) -> Response:
        tokens = [t for t in token_in(request).split(",") if t][:20]
        ask = partial(self.service.apart, request.path_params["match"], tokens)
        return json_response(Curtain(await anyio.to_thread.run_sync(ask)))

    async def hurry(self, request: Request) -> Response:
        """Whoever has a seat or watches with a token may ask a computer to decide at once."""
        message = await read_message(request, TokenMessage)
        id_ = request.path_params["match"]
        await anyio.to_thread.run_sync(partial(self.service.enter, id_, message.token))
        return json_response(DecideNow(self.computers.hurry(id_)))

    async def fork(self, request: Request) -> Response:
        message = await read_message(request, ForkMessage)
        id_ = request.path_params["match"]
        fork = partial(
            self.service.fork, id_, message.token, message.at, message.seats, bot_names()
        )
        created = await anyio.to_thread.run_sync(fork)
        await self._wake(created.match)
        return json_response(created, 201)

    async def _enter(self, request: Request) -> tuple[Session, str]:
        enter = partial(self.service.enter, request.path_params["match"], token_in(request))
        live, viewer = await anyio.to_thread.run_sync(enter)
        self.computers.wake(live)
        return live, viewer

    async def _wake(self, match: str) -> None:
        self.computers.wake(await anyio.to_thread.run_sync(self.service.live, match))


async def _lasting(request: Request, make: Callable[[], bytes], kind: str) -> Response:
    """Something that only changes with the program: compressed once, asked for again by its tag."""
    found = await anyio.to_thread.run_sync(lasting, make)
    return found.response(request, kind)


def _card(kept: StoredMatch, viewers: list[str]) -> MatchCard | None:
    """None for a match of a game or a step that this program does not know."""
    try:
        return _full_card(kept, viewers)
    except (Rejected, LookupError) as problem:
        _log.error("match %s is left out of a list: %r", kept.id, problem)
        return None


def _full_card(kept: StoredMatch, viewers: list[str]) -> MatchCard:
    status = kept.status
    step = None if status.ended else status.step
    return MatchCard(
        match=kept.id,
        game=kept.game,
        title=kept.title,
        scenario=kept.head.setup.scenario,
        origin=kept.origin,
        version=kept.version,
        viewers=viewers,
        seats={side: seat.kind for side, seat in kept.seats.items() if side != SPECTATOR},
        step=step,
        prompt=prompt(find_game(kept.game), step, status.outcome),
        yours=step is not None and step.side in viewers,
        outcome=status.outcome,
        ended=Ended(status.ended, status.ended_by) if status.ended else None,
        created=kept.created,
        changed=kept.changed,
    )
