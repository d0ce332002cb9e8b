"""Methods about the run as a whole: starting and leaving it, files, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jimbot.live.protocol.errors import bad_request, internal_error, not_allowed
from jimbot.live.protocol.names import DECKS, STAKES
from jimbot.live.server.files import Foreign, pack_run, unpack_run
from jimbot.live.server.schema import Params

if TYPE_CHECKING:
    from jimbot.live.server.session import Session

Result = dict[str, Any]


def health(session: Session, params: Params) -> Result:
    return {"status": "ok"}


def gamestate(session: Session, params: Params) -> Result:
    return session.gamestate()


def start(session: Session, params: Params) -> Result:
    deck, stake = params["deck"], params["stake"]
    if stake not in STAKES:
        raise bad_request(f"Invalid stake enum. Must be one of: {', '.join(STAKES)}. Got: {stake}")
    if deck not in DECKS:
        raise bad_request(f"Invalid deck enum. Must be one of: {', '.join(DECKS)}. Got: {deck}")
    session.begin(params.get("seed"), f"b_{deck.lower()}", f"stake_{stake.lower()}")
    return session.gamestate()


def menu(session: Session, params: Params) -> Result:
    session.resume(None)
    return session.gamestate()


def save(session: Session, params: Params) -> Result:
    path = params["path"]
    assert session.game is not None
    try:
        session.files.write(path, pack_run(session.game, session.memory))
    except Foreign as error:
        raise not_allowed(str(error)) from None
    except (OSError, ValueError):
        raise internal_error(f"Failed to write save file to '{path}'") from None
    return {"success": True, "path": path}


def load(session: Session, params: Params) -> Result:
    """The running game is given up before the file's content is looked at."""
    path = params["path"]
    try:
        data = session.files.read(path)
    except Foreign as error:
        raise not_allowed(str(error)) from None
    except (OSError, ValueError):
        raise internal_error(f"Failed to read save file: '{path}'") from None
    session.resume(None)
    try:
        session.resume(*unpack_run(data))
    except ValueError:
        raise internal_error("Invalid save file format") from None
    return {"success": True, "path": path}


def screenshot(session: Session, params: Params) -> Result:
    import numpy as np

    from jimbot.view import picture

    path = params["path"]
    if session.game is None:
        image = np.zeros((picture.HEIGHT, picture.WIDTH, 3), np.uint8)
    else:
        image = picture.draw(session.game)
    try:
        session.files.write(path, picture.png(image))
    except Foreign as error:
        raise not_allowed(str(error)) from None
    except (OSError, ValueError):
        raise internal_error(f"Failed to write screenshot file to '{path}'") from None
    return {"success": True, "path": path}
