"""Run folders of every kind: found and indexed, read fast however large they are, shown in reports."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.evaluation.experiments.catalogue import Catalogue
    from jimbot.evaluation.experiments.curves import Curve, curves
    from jimbot.evaluation.experiments.entry import Entry
    from jimbot.evaluation.experiments.report import report_page
else:
    __getattr__ = lazy(
        __name__,
        {
            "catalogue": ("Catalogue",),
            "curves": ("Curve", "curves"),
            "entry": ("Entry",),
            "report": ("report_page",),
        },
    )

__all__ = ["Catalogue", "Curve", "Entry", "curves", "report_page"]
