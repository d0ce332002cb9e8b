"""Files that are written whole: what was there, modes, links, devices, threads, a full disk."""

from __future__ import annotations

import errno
import os
import resource
import stat
import threading
from pathlib import Path

import pytest

from jimbot.runs.machine import write_all, write_whole


def test_threads_that_write_one_file_tear_nothing(tmp_path: Path) -> None:
    path = tmp_path / "shared"
    texts = [character * 300_000 for character in "abcdefgh"]
    failures: list[BaseException] = []

    def write(text: str) -> None:
        try:
            for _ in range(20):
                write_whole(path, text, sync=False)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if path.exists():
            assert path.read_text() in texts
    assert not failures
    assert path.read_text() in texts
    assert os.listdir(tmp_path) == ["shared"]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    path, usual = tmp_path / "key", tmp_path / "usual"
    usual.touch()
    write_whole(path, "one")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    for mode in (0o600, 0o640, 0o755):
        path.chmod(mode)
        write_whole(path, "two")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert os.listdir(tmp_path / "there") == ["real"]


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (fifo, Path("/dev/null")):
        with pytest.raises(OSError, match="not a regular file") as caught:
            write_whole(path, "data")
        assert caught.value.filename == str(path)
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "data")
    assert os.listdir(tmp_path) == ["fifo"]


@pytest.fixture
def small_disk() -> object:
    """No file grows beyond 10,000 bytes: writes end short, then fail."""
    import signal

    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, small_disk: object) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")
    with pytest.raises(OSError) as caught:
        write_whole(path, "x" * 20_000)
    assert caught.value.errno in (errno.EFBIG, errno.ENOSPC)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_line_that_does_not_fit_is_not_there_at_all(tmp_path: Path, small_disk: object) -> None:
    path = tmp_path / "lines"
    with path.open("ab", buffering=0) as file:
        line = b"x" * 2_999 + b"\n"
        for _ in range(3):
            write_all(file.fileno(), line)
        with pytest.raises(OSError):
            write_all(file.fileno(), line)  # 1,000 bytes of it would fit
        assert path.read_bytes() == 3 * line
        write_all(file.fileno(), b"y\n")
    assert path.read_bytes() == 3 * line + b"y\n"
