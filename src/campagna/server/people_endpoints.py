"""The endpoints about people: who one is, one's own matches, invitations and other codes."""

from __future__ import annotations

from campagna.club.invitations import DeviceCode, Found, Seated
from campagna.club.my_games import MyMatches, MySeats
from campagna.club.rematch import Rematch
from campagna.club.sessions import OwnSession
from campagna.server import people_handlers as people
from campagna.server.endpoint import Endpoint
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

_BODY = ("malformed", "too-large")
_SEAT = (*_BODY, "unknown-match", "unknown-token", "wrong-seat")

PEOPLE_ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/me",
        handler=people.show_me,
        summary="Who the visitor is",
        answer=Me,
    ),
    Endpoint(
        method="POST",
        path="/api/me",
        handler=people.become_known,
        summary="Become a guest with a session, unless the visitor has one",
        answer=Me,
        body=EmptyMessage,
        errors=(*_BODY, "no-store"),
    ),
    Endpoint(
        method="PATCH",
        path="/api/me",
        handler=people.rename_me,
        summary="Choose a name",
        answer=Me,
        body=NameMessage,
        errors=(*_BODY, "sign-in-needed", "bad-name", "name-taken"),
    ),
    Endpoint(
        method="POST",
        path="/api/me/adopt",
        handler=people.adopt,
        summary="The seats that these tokens open become the visitor's too",
        answer=Adopted,
        body=AdoptMessage,
        errors=(*_BODY, "sign-in-needed", "too-many", "no-store"),
    ),
    Endpoint(
        method="GET",
        path="/api/me/sessions",
        handler=people.my_sessions,
        summary="The browsers in which the visitor is known",
        answer=list[OwnSession],
        errors=("sign-in-needed",),
    ),
    Endpoint(
        method="DELETE",
        path="/api/me/sessions",
        handler=people.end_other_sessions,
        summary="End all sessions but this one",
        answer=list[OwnSession],
        errors=("sign-in-needed", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/me/devices",
        handler=people.new_device,
        summary="A code that makes another browser the same person's; the one before is void",
        answer=DeviceCode,
        body=EmptyMessage,
        errors=(*_BODY, "sign-in-needed", "no-store"),
    ),
    Endpoint(
        method="GET",
        path="/api/me/matches",
        handler=people.my_matches,
        summary="The visitor's matches, the last change first, page by page",
        answer=MyMatches,
        query=("state", "after"),
        errors=("malformed", "sign-in-needed"),
    ),
    Endpoint(
        method="GET",
        path="/api/me/matches/{match}",
        handler=people.my_seats,
        summary="Where the visitor sits in this match",
        answer=MySeats,
        errors=("unknown-match",),
    ),
    Endpoint(
        method="PATCH",
        path="/api/me/matches/{match}",
        handler=people.change_my_match,
        summary="Call it otherwise, put it into the archive or take it out, for the visitor alone",
        answer=MySeats,
        body=MyMatchMessage,
        errors=(*_BODY, "sign-in-needed", "unknown-match", "bad-title", "no-store"),
    ),
    Endpoint(
        method="DELETE",
        path="/api/me/matches/{match}",
        handler=people.delete_my_match,
        summary="Take an archived match off the visitor's list",
        answer=MySeats,
        errors=("sign-in-needed", "unknown-match", "not-archived", "no-store"),
    ),
    Endpoint(
        method="GET",
        path="/api/invitations/{code}",
        handler=people.look_at_code,
        summary="What a code is for; changes nothing",
        answer=Found,
        errors=("unknown-code", "late-code", "too-many"),
    ),
    Endpoint(
        method="POST",
        path="/api/invitations/{code}",
        handler=people.use_code,
        summary="Sit down, or go on as the person whose code it is, once",
        answer=Seated,
        body=EmptyMessage,
        errors=(*_BODY, "unknown-code", "late-code", "too-many", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/computer",
        handler=people.put_computer,
        summary="A computer takes a seat that was kept for a friend",
        answer=EmptyMessage,
        body=ComputerMessage,
        errors=(*_SEAT, "bad-setup", "not-your-match", "seat-taken", "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/watch",
        handler=people.watch_token,
        summary="A token for spectators",
        answer=WatchToken,
        body=WatchMessage,
        errors=(*_SEAT, "no-store"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/rematch",
        handler=people.rematch,
        summary="Ask for a rematch with the sides exchanged; it begins when everybody has asked",
        answer=Rematch,
        body=EmptyMessage,
        errors=(
            *_BODY,
            "sign-in-needed",
            "unknown-match",
            "wrong-seat",
            "not-finished",
            "no-store",
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/qr",
        handler=people.qr,
        summary="An address as a picture for a camera",
        answer=Picture,
        body=LinkMessage,
        errors=_BODY,
    ),
)
