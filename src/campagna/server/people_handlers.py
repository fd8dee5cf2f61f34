"""What the endpoints about people do."""

from __future__ import annotations

import io
from functools import partial

import anyio.to_thread
import segno
from starlette.requests import Request
from starlette.responses import Response

from campagna.bots.bots import bot_names
from campagna.club.users import GUEST
from campagna.match.errors import Rejected
from campagna.match.visitors import visitor
from campagna.server.bodies import json_response, read_message
from campagna.server.handlers import Handlers
from campagna.server.messages import EmptyMessage
from campagna.server.people_messages import (
    Adopted,
    AdoptMessage,
    ComputerMessage,
    LinkMessage,
    Me,
    MyMatchMessage,
    NameMessage,
    Picture,
    WatchMessage,
    WatchToken,
)
from campagna.server.visiting import give_cookie, person, session_secret

# --- who one is -------------------------------------------------------------------------------------


def _me(desk: Handlers, user: str) -> Me:
    known = desk.people.users.find(user) if user else None
    if known is None:
        return Me()
    return Me(known.name, known.kind == GUEST, desk.people.games.turns(user))


async def show_me(desk: Handlers, request: Request) -> Response:
    secret = session_secret(request)

    def look() -> tuple[Me, bool]:
        user = visitor().user
        return _me(desk, user), bool(user) and desk.people.sessions.renew(secret)

    me, renewed = await anyio.to_thread.run_sync(look)
    response = json_response(me)
    if renewed:
        give_cookie(request, response, secret)
    return response


def _enter(desk: Handlers, agent: str) -> str:
    """A guest and a session for whoever has none; the secret for the cookie, empty if there was one."""
    if visitor().user:
        return ""
    guest = desk.people.users.new_guest()
    visitor().becomes(guest.id)
    return desk.people.sessions.open(guest.id, agent)


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")


async def become_known(desk: Handlers, request: Request) -> Response:
    await read_message(request, EmptyMessage)

    def enter() -> tuple[str, Me]:
        secret = _enter(desk, _agent(request))
        return secret, _me(desk, visitor().user)

    secret, me = await anyio.to_thread.run_sync(enter)
    response = json_response(me)
    if secret:
        give_cookie(request, response, secret)
    return response


async def rename_me(desk: Handlers, request: Request) -> Response:
    message = await read_message(request, NameMessage)

    def rename() -> Me:
        user = person(request)
        desk.people.users.rename(user, message.name)
        return _me(desk, user)

    me = await anyio.to_thread.run_sync(rename)
    return json_response(me)


async def adopt(desk: Handlers, request: Request) -> Response:
    message = await read_message(request, AdoptMessage)

    def take() -> Adopted:
        return Adopted(desk.people.games.adopt(person(request), message.tokens))

    return json_response(await anyio.to_thread.run_sync(take))


async def my_sessions(desk: Handlers, request: Request) -> Response:
    secret = session_secret(request)

    def look() -> Response:
        return json_response(desk.people.sessions.of(person(request), secret))

    return await anyio.to_thread.run_sync(look)


async def end_other_sessions(desk: Handlers, request: Request) -> Response:
    secret = session_secret(request)

    def end() -> Response:
        user = person(request)
        desk.people.sessions.end_others(user, secret)
        return json_response(desk.people.sessions.of(user, secret))

    return await anyio.to_thread.run_sync(end)


async def new_device(desk: Handlers, request: Request) -> Response:
    await read_message(request, EmptyMessage)

    def make() -> Response:
        return json_response(desk.people.invitations.device_code(person(request)))

    return await anyio.to_thread.run_sync(make)


# --- my matches -------------------------------------------------------------------------------------


async def my_matches(desk: Handlers, request: Request) -> Response:
    group = request.query_params.get("state", "")
    after = request.query_params.get("after", "")

    def look() -> Response:
        return json_response(desk.people.games.page(person(request), group, after))

    return await anyio.to_thread.run_sync(look)


async def my_seats(desk: Handlers, request: Request) -> Response:
    id_ = request.path_params["match"]

    def look() -> Response:
        return json_response(desk.people.games.seats(visitor().user, id_))

    return await anyio.to_thread.run_sync(look)


async def change_my_match(desk: Handlers, request: Request) -> Response:
    message = await read_message(request, MyMatchMessage)
    id_ = request.path_params["match"]

    def change() -> Response:
        user = person(request)
        desk.people.games.change(user, id_, message.title, message.archived)
        return json_response(desk.people.games.seats(user, id_))

    return await anyio.to_thread.run_sync(change)


async def delete_my_match(desk: Handlers, request: Request) -> Response:
    id_ = request.path_params["match"]

    def delete() -> Response:
        user = person(request)
        desk.people.games.delete(user, id_)
        return json_response(desk.people.games.seats(user, id_))

    return await anyio.to_thread.run_sync(delete)


# --- codes ------------------------------------------------------------------------------------------


async def look_at_code(desk: Handlers, request: Request) -> Response:
    code = request.path_params["code"]

    def look() -> Response:
        return json_response(desk.people.invitations.look(code, visitor().user))

    return await anyio.to_thread.run_sync(look)


async def use_code(desk: Handlers, request: Request) -> Response:
    """Sit down, or go on as the person whose device code it is. A stranger becomes a guest first."""
    await read_message(request, EmptyMessage)
    code = request.path_params["code"]
    agent = _agent(request)

    def use() -> tuple[str, Response]:
        people, before = desk.people, visitor().user
        known = people.invitations.become(code, before)
        if known is not None:
            # The session of a guest who turned out to be somebody goes on as that person's.
            secret = "" if before else people.sessions.open(known.id, agent)
            return secret, json_response(people.invitations.seated_elsewhere())
        people.invitations.look(code, before)
        secret = _enter(desk, agent)
        return secret, json_response(people.invitations.seat(code, visitor().user))

    secret, response = await anyio.to_thread.run_sync(use)
    if secret:
        give_cookie(request, response, secret)
    desk.people.poke()
    return response


async def put_computer(desk: Handlers, request: Request) -> Response:
    message = await read_message(request, ComputerMessage)
    id_ = request.path_params["match"]
    if message.kind not in bot_names():
        raise Rejected("bad-setup", f"no seat '{message.kind[:40]}'")
    put = partial(desk.people.invitations.put_computer, id_, message.token)
    await anyio.to_thread.run_sync(put, message.side, message.kind)
    desk.hub.reseated(id_)
    desk.computers.wake(await anyio.to_thread.run_sync(desk.service.live, id_))
    desk.people.poke()
    return json_response(EmptyMessage())


async def watch_token(desk: Handlers, request: Request) -> Response:
    message = await read_message(request, WatchMessage)
    make = partial(desk.service.watch_token, request.path_params["match"], message.token)
    return json_response(WatchToken(await anyio.to_thread.run_sync(make)))


async def rematch(desk: Handlers, request: Request) -> Response:
    await read_message(request, EmptyMessage)
    id_ = request.path_params["match"]

    def ask() -> tuple[str, Response]:
        made = desk.people.rematches.ask(person(request), id_, bot_names())
        return made.match, json_response(made)

    match, response = await anyio.to_thread.run_sync(ask)
    desk.hub.reseated(id_)
    if match:
        desk.computers.wake(await anyio.to_thread.run_sync(desk.service.live, match))
    desk.people.poke()
    return response


async def qr(desk: Handlers, request: Request) -> Response:
    message = await read_message(request, LinkMessage)
    if not message.link.startswith(("http://", "https://")):
        raise Rejected("malformed", "link: an address")
    picture = io.BytesIO()
    segno.make(message.link, error="m", micro=False).save(
        picture, kind="svg", border=2, xmldecl=False, svgns=True, dark="#241a12"
    )
    return json_response(Picture(picture.getvalue().decode()))
