"""The documents as typed models. They alone define what a document may hold: validation goes by
them, and the JSON Schemas are generated from them (``make schemas``).

Before Python 3.12 pydantic takes the TypedDict of typing_extensions only.
"""

from jimbot.documents.models.action import ActionV1
from jimbot.documents.models.state import StateV1
from jimbot.documents.models.trace import TraceV1

MODELS = {"state_v1": StateV1, "action_v1": ActionV1, "trace_v1": TraceV1}

__all__ = ["MODELS", "ActionV1", "StateV1", "TraceV1"]
