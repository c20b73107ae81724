"""Registry of the kinds of input."""

from typing import Any, cast

from memorist.nodes.kinds.dialogue import DialogueKind
from memorist.nodes.kinds.documents.document import DocumentKind
from memorist.nodes.kinds.feedback import FeedbackKind
from memorist.nodes.kinds.inputs import AnyInput
from memorist.nodes.kinds.interface import InputKind
from memorist.nodes.kinds.manual import ManualKind
from memorist.nodes.kinds.observations.observation import ObservationKind
from memorist.nodes.kinds.procedure_outcome import ProcedureOutcomeKind
from memorist.nodes.kinds.rituals.ritual import RitualKind
from memorist.nodes.kinds.turn import TurnKind

_BY_NAME = {
    "turn": TurnKind(),
    "manual": ManualKind(),
    "observation": ObservationKind(),
    "dialogue": DialogueKind(),
    "document": DocumentKind(),
    "ritual": RitualKind(),
    "procedure_outcome": ProcedureOutcomeKind(),
    "feedback": FeedbackKind(),
}


def kind_of(item: AnyInput) -> InputKind[Any]:
    """Return the kind of an input."""
    return cast("InputKind[Any]", _BY_NAME[item.kind])
