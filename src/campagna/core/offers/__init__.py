"""What a side may order now: typed offers, and what can be asked of them.

`shapes` are the offers themselves; `listing` and `drawing` make orders of them, `covering` says
whether an order lies within one.
"""

from campagna.core.offers.covering import covered
from campagna.core.offers.drawing import draw
from campagna.core.offers.listing import ends_of, orders
from campagna.core.offers.shapes import (
    LONGEST_LIST,
    Amount,
    Attack,
    Batch,
    Extra,
    Fields,
    Form,
    Group,
    Lay,
    Measured,
    Node,
    Number,
    Offer,
    Option,
    Pairs,
    Pick,
    Place,
    Reach,
    Routes,
    Say,
    Some,
    TableEdge,
    Toggle,
    Tone,
    Value,
    Way,
    Ways,
    Whole,
)

__all__ = [
    "LONGEST_LIST",
    "Amount",
    "Attack",
    "Batch",
    "Extra",
    "Fields",
    "Form",
    "Group",
    "Lay",
    "Measured",
    "Node",
    "Number",
    "Offer",
    "Option",
    "Pairs",
    "Pick",
    "Place",
    "Reach",
    "Routes",
    "Say",
    "Some",
    "TableEdge",
    "Toggle",
    "Tone",
    "Value",
    "Way",
    "Ways",
    "Whole",
    "covered",
    "draw",
    "ends_of",
    "orders",
]
