"""`python -m jimbot.documents`: writes the JSON Schemas of the documents from their models."""

from __future__ import annotations

from jimbot.documents.generate import SCHEMAS, text_of
from jimbot.documents.schema import KINDS


def main() -> None:
    for kind in KINDS:
        (SCHEMAS / f"{kind}.json").write_text(text_of(kind), encoding="utf-8")


if __name__ == "__main__":
    main()
