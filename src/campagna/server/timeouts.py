"""Connections that are not as they should be: slow ones end, broken ones cost one line in the log."""

from __future__ import annotations

import asyncio
import logging

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 20.0
"""How long the head of a request may take."""

_log = logging.getLogger(__name__)
_NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class PatientHttp(H11Protocol):
    """Uvicorn waits for ever for the rest of a head. Bodies are the business of who reads them."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = getattr(self, "cycle", None)
        busy = cycle is not None and not cycle.response_complete
        if busy or self.transport.get_protocol() is not self:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        cycle = getattr(self, "cycle", None)
        if cycle is not None and not cycle.response_complete:
            # The body broke off the talk: whatever the application answers now goes nowhere.
            cycle.disconnected = True
            cycle.message_event.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
            self.transport.close()


class CalmSockets(WebSocketsSansIOProtocol):
    """What a peer sends against the protocol ends its connection; nobody needs a stack trace of it."""

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception as problem:
            self._broken(repr(problem))
            return
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            # Uvicorn waits for ever behind a head that its parser of sockets does not take: a POST, say.
            self.transport.write(_NO_HANDSHAKE)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self._broken("text that is not UTF-8")
                return
        super().send_receive_event_to_app()

    def _broken(self, what: str) -> None:
        _log.warning("a peer broke the WebSocket protocol: %s", what[:200])
        if self.conn.close_sent is None and self.handshake_complete:
            self.conn.fail(1007 if "UTF-8" in what else 1002)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1002})
        self.close_sent = True
        self.transport.close()
