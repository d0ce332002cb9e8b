"""Worker processes: started when needed, asked one question at a time, ended with their parent process.

A worker is a module that calls ``serve`` (``jimbot.runs.worker_process``). If it dies, the question it was
at is lost and no more; the number that it noted last is left.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from jimbot.runs.groups import APART, end_all, end_group
from jimbot.runs.worker_process import NOTE_BYTES

# Exit codes of a process that was ended from outside: by a user, a scheduler, or for lack of memory.
KILLED = tuple(
    -getattr(signal, name) for name in ("SIGHUP", "SIGINT", "SIGKILL", "SIGTERM") if hasattr(signal, name)
)  # Windows lacks two of them
FAREWELL = 5.0  # seconds that a worker which says nothing more may take to end
MAX_CHARACTERS = 1 << 24  # characters of an answer: a record with its transcript takes a hundred thousand
Job = TypeVar("Job")
Result = TypeVar("Result")


class Died(Exception):
    """A worker process died over a question, or was ended because it took too long or said too much."""

    def __init__(
        self, process: int | None, exit_code: int | None, noted: int, ended_for: str | None = None
    ) -> None:
        super().__init__(ended_for or f"the worker process died (exit code {exit_code})")
        self.process = process
        self.exit_code = exit_code
        self.noted = noted
        self.ended_for = ended_for  # why we have ended it

    @property
    def killed(self) -> bool:
        """Whether somebody else ended it: a signal that no program sends itself by mistake."""
        return self.ended_for is None and self.exit_code in KILLED


class _Noted:
    """The number that a worker process noted last: a file that both have open. The worker removes its name
    where the system allows that."""

    def __init__(self) -> None:
        descriptor, self.path = tempfile.mkstemp(prefix="jimbot-")
        self._file = open(descriptor, "r+b", buffering=0)  # noqa: SIM115 (closed by `close`)
        self._file.write(bytes(NOTE_BYTES))

    def read(self) -> int:
        self._file.seek(0)
        return int.from_bytes(self._file.read(NOTE_BYTES), sys.byteorder)

    def close(self) -> None:
        self._file.close()
        with suppress(FileNotFoundError):
            os.unlink(self.path)


class Worker:
    """A worker process. ``greeting`` is what it is sent first; ``holds`` is a file that it keeps open
    (not on Windows, where none can be inherited); ``patience`` is how many seconds its start, and each
    answer, may take."""

    def __init__(
        self,
        module: str,
        greeting: Mapping[str, Any],
        holds: int | None = None,
        patience: float | None = None,
    ) -> None:
        self.stopped = False
        self._patience = patience
        self._module = module
        self._greeting = greeting
        self._holds = [holds] if holds is not None and hasattr(os, "fork") else []
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()  # between starting and stopping
        self._noted: _Noted | None = None

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer. ``Died`` if there is none; the next question goes to a new process."""
        line, late = "", threading.Event()
        process = self._process or self._start()
        if process is not None:
            with self._patient(process, late):
                line = self._answered(question)
        if line.endswith("\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        why = self._late if late.is_set() else None
        if process is not None and len(line) == MAX_CHARACTERS:
            why = f"an answer of more than {MAX_CHARACTERS:,} characters"
            end_all(process.pid)
        self._process = None
        noted = self._noted.read() if self._noted is not None else 0
        if process is None:
            raise Died(None, None, noted, why)
        code, hung_up = self._ended(process)
        raise Died(process.pid, code, noted, why or hung_up)

    def _ended(self, process: subprocess.Popen[str]) -> tuple[int, str | None]:
        """The exit code of a process that says nothing more, and why we had to end it if we had to."""
        try:
            code = process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            end_all(process.pid)
            return process.wait(), "it hung up and did not end"
        end_group(process.pid, force=True)  # whom it has left behind
        return code, None

    @property
    def _late(self) -> str:
        return f"no answer within {self._patience:g} seconds"

    @contextmanager
    def _patient(self, process: subprocess.Popen[str], late: threading.Event) -> Iterator[None]:
        """Within: the process is ended when its time is up."""
        if self._patience is None:
            yield
            return

        def end() -> None:
            late.set()
            end_all(process.pid)

        timer = threading.Timer(self._patience, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def stop(self) -> None:
        with self._lock:
            self.stopped = True
            process = self._process  # a thread that asks it may let go of it meanwhile
            if process is not None:
                end_all(process.pid)
                process.wait()

    def close(self) -> None:
        """For the caller, once nothing more is asked."""
        if self._noted is not None:
            self._noted.close()

    def _start(self) -> subprocess.Popen[str] | None:
        with self._lock:
            if self.stopped:
                return None
            self.close()
            self._noted = _Noted()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "jimbot.runs.guard", self._module, self._noted.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                pass_fds=self._holds,
                env={"OMP_NUM_THREADS": "1", **os.environ},  # each worker is one core's worth
                **APART,  # Ctrl-C is for the one who collects; the workers follow
            )
        late = threading.Event()
        with self._patient(self._process, late):
            line = self._answered(self._greeting)
        if not line.endswith("\n"):
            process, self._process = self._process, None
            code, hung_up = self._ended(process)
            if code < 0 or late.is_set():  # ended from outside, or by us
                raise Died(process.pid, code, 0, self._late if late.is_set() else hung_up)
            raise RuntimeError(f"a worker process died at its start (exit code {code})")
        if (error := json.loads(line)["error"]) is not None:
            raise ValueError(error)
        return self._process

    def _answered(self, question: Mapping[str, Any]) -> str:
        """The answer, a line; less than a line if the process died."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return ""
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            return ""
        return process.stdout.readline(MAX_CHARACTERS)


class Team:
    """Workers that stay until it is closed. Questions are answered in the order in which they are put. If a
    worker dies over one, it is asked once more: answers must depend on the question alone."""

    def __init__(self, module: str, greeting: Mapping[str, Any], size: int) -> None:
        self._team = [Worker(module, greeting) for _ in range(size)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._team:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(size)

    def put(self, question: Mapping[str, Any]) -> Future[dict[str, Any]]:
        return self._threads.submit(self._answer, question)

    def _answer(self, question: Mapping[str, Any]) -> dict[str, Any]:
        worker = self._idle.get()
        try:
            return worker.ask(question)
        except Died:
            if worker.stopped:
                raise
            return worker.ask(question)
        finally:
            self._idle.put(worker)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._team:
            worker.stop()
        self._threads.shutdown()
        for worker in self._team:
            worker.close()


def share_out(
    jobs: Iterable[Job], team: Sequence[Worker], work: Callable[[Worker, Job], Result]
) -> Generator[Result, None, None]:
    """Results of jobs as they come; each worker has one at a time. Closing it stops all workers."""
    todo: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in jobs:
        todo.put(job)
    done: queue.SimpleQueue[Result | Exception | None] = queue.SimpleQueue()
    for worker in team:
        threading.Thread(target=_work, args=(worker, work, todo, done), daemon=True).start()
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
    work: Callable[[Worker, Job], Result],
    todo: queue.SimpleQueue[Job],
    done: queue.SimpleQueue[Result | Exception | None],
) -> None:
    try:
        while True:
            result = work(worker, todo.get_nowait())
            if worker.stopped:
                break
            done.put(result)
    except queue.Empty:
        pass
    except Exception as error:
        done.put(error)
    finally:
        worker.close()
    done.put(None)
