"""Who comes in to servers that answer by ASGI: the rule of ``jimbot.runs.visitors``, before anything else."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from jimbot.runs.visitors import Visitors


def guarded(app: ASGIApp, visitors: Visitors) -> ASGIApp:
    """The same, for requests that are meant for this server and that no foreign page has sent."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in scope.get("headers", ())
        ]
        why = visitors.why_refused(headers)
        await (app if why is None else PlainTextResponse(why, 403))(scope, receive, send)

    return answer
