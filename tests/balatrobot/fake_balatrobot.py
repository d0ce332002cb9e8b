"""A stand-in for the balatrobot tool, well or badly behaved: `fake_balatrobot.py MODE serve --port N …`."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path


def main(mode: str, command: str, *options: str) -> None:
    if mode == "old" or command != "serve":
        sys.exit(f"no such command: {command}")
    if "--help" in options:
        time.sleep(60 if mode == "asleep" else 0)
        sys.exit(0)
    notes = Path(os.environ["FAKE_NOTES"])
    starts = int((notes / "starts").read_text()) + 1 if (notes / "starts").exists() else 1
    (notes / "starts").write_text(str(starts))
    (notes / "options").write_text(json.dumps(options))
    (notes / "env").write_text(
        json.dumps({k: v for k, v in os.environ.items() if k.startswith("BALATROBOT_")})
    )
    print(f"{mode} on port {os.environ['BALATROBOT_PORT']}", flush=True)
    if mode == "crash" or (mode == "crash_twice" and starts <= 2):
        print("boom: no such card", flush=True)
        sys.exit(3)
    if mode == "hang":
        time.sleep(60)
    if mode == "slow":
        time.sleep(0.5)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        game = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        (notes / "game").write_text(str(game.pid))
    if mode == "flood":
        threading.Thread(target=flood, daemon=True).start()
    if mode == "game_log":
        threading.Thread(target=flood_game_log, daemon=True).start()
    serve(mode, starts)


def flood() -> None:
    while True:
        os.write(1, b"the same line again and again\n" * 1000)


def flood_game_log() -> None:
    folder = Path(os.environ["BALATROBOT_LOGS_PATH"]) / "now"
    folder.mkdir(parents=True)
    with (folder / "game.log").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 100_000)
            time.sleep(0.01)


def serve(mode: str, starts: int) -> None:
    listener = socket.create_server((os.environ["BALATROBOT_HOST"], int(os.environ["BALATROBOT_PORT"])))
    answered = 0
    while True:
        connection, _ = listener.accept()
        with connection:
            request = connection.recv(65_536)
            while b"}" not in request:
                request += connection.recv(65_536)
            if mode == "mute" and answered and starts == 1:
                time.sleep(60)
            number = json.loads(request.partition(b"\r\n\r\n")[2])["id"]
            body = json.dumps({"jsonrpc": "2.0", "result": {"status": "ok"}, "id": number}).encode()
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        answered += 1
        if mode == "crash_later":
            sys.exit(4)
        if mode == "gone" and starts == 1:
            listener.close()
            time.sleep(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
