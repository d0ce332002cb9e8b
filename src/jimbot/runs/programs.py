"""How programs of ours behave on the command line: bad input costs one line on stderr and exit code 2."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def runs_as_program(name: str) -> Iterator[None]:
    try:
        yield
    except (ValueError, FloatingPointError) as error:
        _end(name, str(error))
    except ImportError as error:
        text = str(error)
        _end(name, text if "pip install" in text else f"{text} (pip install 'jimbot[all]')")
    except MemoryError as error:
        _end(name, str(error) or "there is not enough memory")
    except OSError as error:
        if error.errno == errno.ENOSPC:
            _end(
                name,
                f"no space left on the disk that holds {error.filename or 'the output'}; what was written"
                " so far is complete: make room and run the same command again",
            )
        _end(name, f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        _end(name, "interrupted; run the same command again to go on", 130)


def _end(name: str, message: str, code: int = 2) -> None:
    sys.stderr.write(f"{name}: {message}\n".replace("\n", " ").rstrip() + "\n")
    sys.exit(code)
