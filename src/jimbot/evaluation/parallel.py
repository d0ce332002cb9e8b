"""Seeds shared out to worker processes. Who plays which seed, and when, changes no result."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Sequence
from dataclasses import asdict

from jimbot.evaluation.runs import Failure, Record, RunOptions
from jimbot.evaluation.worker import STEP_BYTES


def play_seeds(
    options: RunOptions, jobs: Sequence[tuple[int, str]], workers: int = 1
) -> Generator[Record, None, None]:
    """Plays (index, seed) jobs; records come as games end. A worker that dies loses its game, no more."""
    todo: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
    for job in jobs:
        todo.put(job)
    done: queue.SimpleQueue[Record | Exception | None] = queue.SimpleQueue()
    team = [Worker(options) for _ in range(min(workers, len(jobs)))]
    for worker in team:
        threading.Thread(target=_work, args=(worker, todo, done), daemon=True).start()
    try:
        for _ in team:
            while (result := done.get()) is not None:
                if isinstance(result, Exception):
                    raise result
                yield result
    finally:
        for worker in team:
            worker.stop()


def _work(
    worker: Worker,
    todo: queue.SimpleQueue[tuple[int, str]],
    done: queue.SimpleQueue[Record | Exception | None],
) -> None:
    try:
        while True:
            index, seed = todo.get_nowait()
            record = worker.play(index, seed)
            if worker.stopped:
                break
            done.put(record)
    except queue.Empty:
        pass
    except Exception as error:
        done.put(error)
    finally:
        worker.step.close()
    done.put(None)


class Worker:
    """A worker process, started when it is needed."""

    def __init__(self, options: RunOptions) -> None:
        self.options = options
        self.stopped = False
        self.process: subprocess.Popen[str] | None = None
        self.lock = threading.Lock()  # between starting and stopping
        self.step = tempfile.TemporaryFile()  # noqa: SIM115 (the process notes its decision there)
        self.step.write(bytes(STEP_BYTES))
        self.step.flush()

    def play(self, index: int, seed: str) -> Record:
        line = ""
        process = self.process or self._start()
        if process is not None:
            line = self._ask({"index": index, "seed": seed})
        if line.endswith("\n"):
            return Record.from_json(json.loads(line))
        code = process.wait() if process is not None else None
        self.process = None
        step = int.from_bytes(os.pread(self.step.fileno(), STEP_BYTES, 0), sys.byteorder)
        return _lost(index, seed, Failure(step, f"the worker process died (exit code {code})"))

    def stop(self) -> None:
        with self.lock:
            self.stopped = True
            if self.process is not None:
                self.process.kill()
                self.process.wait()

    def _start(self) -> subprocess.Popen[str] | None:
        with self.lock:
            if self.stopped:
                return None
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jimbot.evaluation.worker", str(self.step.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                pass_fds=[self.step.fileno()],
                start_new_session=True,  # Ctrl-C is for the one who collects; the workers follow
                env={"OMP_NUM_THREADS": "1", **os.environ},  # each worker is one core's worth
            )
        line = self._ask(asdict(self.options))
        if not line.endswith("\n"):
            raise RuntimeError(f"a worker process died at its start (exit code {self.process.wait()})")
        if (error := json.loads(line)["error"]) is not None:
            raise ValueError(error)
        return self.process

    def _ask(self, question: dict[str, object]) -> str:
        """The answer, a line; less than a line if the process died."""
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            return ""
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            return ""
        return process.stdout.readline()


def _lost(index: int, seed: str, failure: Failure) -> Record:
    return Record(
        index=index,
        seed=seed,
        won=False,
        ante=1,
        blinds=0,
        death=None,
        money=0,
        jokers=(),
        decisions=0,
        seconds=0.0,
        transcript="",
        failure=failure,
    )
