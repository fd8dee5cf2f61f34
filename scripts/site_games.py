"""The rules and the charts of a game as Markdown pages, from the same data that the program reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from campagna.core.charts import Chart, Row
from campagna.core.contract import Text
from campagna.core.messages import load_messages
from campagna.games.registry import load_game
from campagna.server.rulebooks import RulebookView, RuleLine, RulingView, rulebook_view

WORDS = {
    "rules": {"it": "le regole", "en": "the rules"},
    "tables": {"it": "le tabelle", "en": "the tables"},
    "reconstructed": {"it": "ricostruita", "en": "reconstructed"},
    "ours": {
        "it": "Parole nostre, numeri del manuale.",
        "en": "The words are ours, the numbers those of the book.",
    },
    "data": {
        "it": "Fatte dai dati che legge il programma.",
        "en": "Made from the data that the program reads.",
    },
    "option": {"it": "Altrimenti con l’opzione", "en": "Otherwise with the option"},
    "arrivals": {"it": "arrivi", "en": "arrivals"},
}
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def plain(text: str) -> str:
    """A text in which no character means anything to Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def anchor(id_: str) -> str:
    """Ids are cited in addresses: `kasserine.en.html#r-mov-3`."""
    return "r-" + re.sub(r"[^a-z0-9]+", "-", id_.lower()).strip("-")


class _References:
    """Turns the ids of a book into links, but for plain words and numbers, which stand in any sentence."""

    def __init__(self, book: RulebookView) -> None:
        ids = [rule.id for chapter in book.chapters for rule in chapter.rules]
        ids += [ruling.id for ruling in book.rulings]
        told = sorted((id_ for id_ in ids if re.search(r"[.-]", id_)), key=len, reverse=True)
        self.known = frozenset(ids)
        either = "|".join(map(re.escape, told))
        self._found = re.compile(rf"(?<![\w.-])({either})(?![\w-]|\.\d)") if told else None

    def linked(self, text: str, own: str) -> str:
        if self._found is None:
            return plain(text)
        parts = self._found.split(" ".join(text.split()))
        return "".join(
            self.link(part) if i % 2 and part != own else plain(part)
            for i, part in enumerate(parts)
        )

    def link(self, id_: str) -> str:
        return f"[{plain(id_)}](#{anchor(id_)})" if id_ in self.known else plain(id_)


def rules_page(slug: str, language: str) -> str:
    """Every rule of a game in its chapter, with an anchor; a ruling below the first rule it touches."""
    game = load_game(slug)
    book, source = rulebook_view(game), partial(load_messages(game.home).source, language=language)
    references = _References(book)
    rulings = {ruling.id: ruling for ruling in book.rulings}
    shown: set[str] = set()
    lines = [f"# {plain(book.title[language])}: {WORDS['rules'][language]}", ""]
    lines += [WORDS["ours"][language], plain(book.abbreviations[language]), ""]
    for chapter in book.chapters:
        title = f"{chapter.number} {chapter.title[language]}".strip()
        lines += [f"## {plain(title)}", ""]
        for rule in chapter.rules:
            lines += _rule(rule, source(rule.source), references, language)
            for id_ in rule.rulings:
                if id_ not in shown:
                    shown.add(id_)
                    lines += _ruling(rulings[id_], references, language)
    return "\n".join(lines) + "\n"


def _rule(rule: RuleLine, source: str, references: _References, language: str) -> Iterator[str]:
    said = f"**{plain(rule.id)}** {references.linked(rule.text[language], rule.id)}"
    if rule.reconstructed:
        said += f" *({WORDS['reconstructed'][language]}: {plain(source)})*"
    yield f"{{#{anchor(rule.id)}}}"
    yield from (said, "")


def _ruling(ruling: RulingView, references: _References, language: str) -> Iterator[str]:
    touched = ", ".join(map(references.link, ruling.rules))
    question = references.linked(ruling.question[language], ruling.id)
    said = references.linked(ruling.ruling[language], ruling.id)
    if ruling.option:
        name = ruling.option_text[language] if ruling.option_text else ruling.option
        said += f" *{WORDS['option'][language]}: {plain(name.rstrip('.'))}.*"
    yield f"{{#{anchor(ruling.id)}}}"
    yield from (f"> **{plain(ruling.id)}** ({touched}) {question} {said}", "")


def tables_page(slug: str, language: str) -> str:
    """The charts of the first scenario, as tables."""
    game = load_game(slug)
    lines = [f"# {plain(game.title[language])}: {WORDS['tables'][language]}", ""]
    lines += [WORDS["data"][language], ""]
    for chart in game.charts(game.new_setup()):
        lines += _chart(chart, language)
    return "\n".join(lines) + "\n"


def _chart(chart: Chart, language: str) -> Iterator[str]:
    def said(text: Text | None) -> str:
        return plain(text[language]) if text else ""

    arrivals = any(row.arrivals for row in chart.rows)
    width = len(chart.columns) or max((len(row.cells) for row in chart.rows), default=0)
    heads = [said(c.title) for c in chart.columns] or [""] * width
    heads = [said(chart.corner), *heads, *([WORDS["arrivals"][language]] if arrivals else [])]
    yield from (f"## {said(chart.title)}", "")
    if chart.note:
        yield from (said(chart.note), "")
    yield _line(heads)
    yield _line(["---"] * len(heads))
    for row in chart.rows:
        cells = [said(cell.text) for cell in row.cells]
        cells += [""] * (width - len(cells))
        yield _line([said(row.title), *cells, *([_arrivals(row, language)] if arrivals else [])])
    yield ""
    for meaning in chart.key:
        yield f"* {plain(meaning.result)}: {said(meaning.text)}"
    if chart.reconstructed:
        mark = WORDS["reconstructed"][language].capitalize()
        yield from ("", f"*{mark}: {said(chart.reconstructed)}*")
    yield ""


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell or ' ' for cell in cells)} |"


def _arrivals(row: Row, language: str) -> str:
    found = []
    for arrival in row.arrivals:
        count = f"{arrival.count} " if arrival.count > 1 else ""
        where = f" ({arrival.entry[language]})" if arrival.entry else ""
        found.append(plain(f"{count}{arrival.title[language]}{where}"))
    return "; ".join(found)
