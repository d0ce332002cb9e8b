"""Which versions of balatrobot the client speaks with."""

from __future__ import annotations

import re
import warnings

from jimbot.live.client.exceptions import UnsupportedVersion, UntestedVersion

FIRST = (1, 2)  # `pack` and the draw pile exist since then
LAST_TESTED = (1, 5)


def judge(version: str, base_url: str) -> str:
    """Returns the version; raises or warns when it is outside the range, and says what to do."""
    where = f"the balatrobot server at {base_url}"
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if found is None:
        warnings.warn(f"{where} does not report its version ({version!r})", UntestedVersion, stacklevel=3)
        return version
    number = (int(found[1]), int(found[2]))
    span = f"{FIRST[0]}.{FIRST[1]} to {LAST_TESTED[0]}.{LAST_TESTED[1]}"
    if number < FIRST:
        raise UnsupportedVersion(f"{where} is version {version}: update the mod (supported: {span})")
    if number[0] > LAST_TESTED[0]:
        raise UnsupportedVersion(f"{where} is version {version}, a newer protocol (supported: {span})")
    if number > LAST_TESTED:
        warnings.warn(f"{where} is version {version} (tested: {span})", UntestedVersion, stacklevel=3)
    return version
