"""Inside a worker process: questions come as JSON lines on stdin, answers go as JSON lines to stdout.

The number of what it is at is in the file that its argument names: if something kills the process, that
number is left. It ends as soon as its stdin ends, so it does not outlive its parent; where it has stopped
itself or hangs, `jimbot.runs.guard` ends it.
"""

from __future__ import annotations

import json
import mmap
import os
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

NOTE_BYTES = 8

Note = Callable[[int], object]
Answer = Callable[[dict[str, Any], Note], dict[str, Any]]


def serve(begin: Callable[[dict[str, Any]], Answer]) -> None:
    """Answers questions until there are no more. ``begin`` gets the greeting and gives what answers; what it
    raises as ValueError or OSError is reported."""
    try:
        _serve(begin)
    except (BrokenPipeError, KeyboardInterrupt):
        pass


def _serve(begin: Callable[[dict[str, Any]], Answer]) -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what is printed must not mix with the answers
    with open(sys.argv[1], "r+b") as file:
        note = memoryview(mmap.mmap(file.fileno(), NOTE_BYTES)).cast("q")
    with suppress(OSError):  # Windows keeps the name while a file is open: the parent removes it
        os.unlink(sys.argv[1])

    def reply(data: dict[str, Any]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    try:
        answer = begin(json.loads(questions.get()))
    except (ValueError, OSError) as error:
        reply({"error": str(error)})
        return
    reply({"error": None})
    while True:
        reply(answer(json.loads(questions.get()), partial(note.__setitem__, 0)))


def _listen(questions: queue.SimpleQueue[str]) -> None:
    """Beside the work: the end is noticed in the middle of a question, too."""
    try:
        for line in sys.stdin:
            questions.put(line)
    finally:
        os._exit(0)
