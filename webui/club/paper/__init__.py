"""Paper for the notice board, and score cards, as PDF: made by the hub itself, so that any machine in the room prints
the same sheet. The same event gives the same bytes."""

from webui.club.paper.board import bracket_pdf, chart_pdf, standings_pdf
from webui.club.paper.cards import cards_pdf
from webui.club.paper.fonts import BadFont
from webui.club.paper.sheet import Head
from webui.club.paper.slips import payouts_pdf, result_slips_pdf, rotation_pdf, seat_cards_pdf

__all__ = [
    "BadFont",
    "Head",
    "bracket_pdf",
    "cards_pdf",
    "chart_pdf",
    "payouts_pdf",
    "result_slips_pdf",
    "rotation_pdf",
    "seat_cards_pdf",
    "standings_pdf",
]
