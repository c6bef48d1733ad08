"""Every word of the site goes through gettext, so that a language is one file more."""

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import polib  # type: ignore[import-untyped]
import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine import GAMES, Terms
from games.text import say

TEMPLATES = site.BASE_DIR / "templates"
SOURCES = ("accounts", "engine", "games", "quadropolis_site", "templates")
PSEUDO = "eo"  # any language that the site does not have yet

SPOKEN_ATTRIBUTES = {"alt", "aria-label", "label", "placeholder", "title"}
NAMES = {"Quadropolis", "Alice", "Bob", "Charlie"}
WORD = re.compile(r"[^\W\d_]{2,}")


class VisibleText(HTMLParser):
    """What a reader, or a screen reader, gets to know of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unseen = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen = tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self.unseen = False

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.texts.append(data)


def visible_words(html: str) -> list[str]:
    return [word for text in VisibleText(html).texts for word in WORD.findall(text)]


def without_translated(source: str) -> str:
    """A template without what gettext or the view puts in."""
    blocks = ("comment", "blocktranslate", "blocktrans")
    for block in blocks:
        pattern = rf"{{%-?\s*{block}\b.*?%}}.*?{{%-?\s*end{block}\s*%}}"
        source = re.sub(pattern, "", source, flags=re.DOTALL)
    return re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", source, flags=re.DOTALL)


@pytest.mark.parametrize(
    "template",
    [str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*")) if path.is_file()],
)
def test_a_template_has_no_words_of_its_own(template):
    source = (TEMPLATES / template).read_text(encoding="utf-8")
    words = visible_words(without_translated(source))
    assert [word for word in words if word not in NAMES] == []


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory, django_db_blocker):
    """A translation in which every text is itself in ⟦brackets⟧."""
    if not shutil.which("xgettext"):
        pytest.skip("makemessages needs xgettext: install GNU gettext to run this test")
    root = tmp_path_factory.mktemp("sources")
    for folder in SOURCES:
        shutil.copytree(site.BASE_DIR / folder, root / folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setattr(site, "LOCALE_PATHS", [root / "locale"])
        call_command("makemessages", locale=[PSEUDO], verbosity=0)
    bracket(root / "locale" / PSEUDO / "LC_MESSAGES")
    return [root / "locale"]


def bracket(folder: Path) -> None:
    catalogue = polib.pofile(str(folder / "django.po"))
    for entry in catalogue:
        entry.flags = []
        if entry.msgid_plural:
            entry.msgstr_plural = {0: f"⟦{entry.msgid}⟧", 1: f"⟦{entry.msgid_plural}⟧"}
        else:
            entry.msgstr = f"⟦{entry.msgid}⟧"
    catalogue.save_as_mofile(str(folder / "django.mo"))


@pytest.fixture
def pseudo(catalogues, settings):
    settings.LOCALE_PATHS = catalogues
    settings.LANGUAGES = [("en", "English"), (PSEUDO, PSEUDO)]


def outside_brackets(text: str) -> str:
    """Texts stand inside texts, so brackets nest."""
    while text != (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)):
        text = shorter
    return text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        reverse("rules", args=["quadropolis"]),
        reverse("rules", args=["megalopolis"]),
        reverse("about"),
        reverse("lobby"),
        reverse("matches"),
        reverse("leaderboard", args=["quadropolis"]),
        reverse("high-scores", args=["quadropolis"]),
        reverse("ratings"),
        "/no-such-page/",
    ],
)
def test_a_page_is_wholly_in_the_readers_language(pseudo, client: Client, address):
    page = client.get(address, headers={"accept-language": PSEUDO}).content.decode()
    assert f'<html lang="{PSEUDO}">' in page
    seen = " ".join(VisibleText(page).texts)
    assert "⟦" in seen
    left = WORD.findall(outside_brackets(seen))
    assert [word for word in left if word not in NAMES] == []


def test_the_engines_refusals_are_translated(pseudo):
    game = GAMES["quadropolis"]
    terms = Terms("classic", 2)
    state = game.start(terms, game.deal(terms, "seed"))
    refusal = state.refusal(game.parse("5N1-x"))
    assert refusal is not None
    with translation.override(PSEUDO):
        assert say(refusal) == f"⟦{refusal}⟧"
    assert "architect 5" in say(refusal)


def test_every_name_that_the_engine_shows_is_translated(pseudo):
    titles = [game.title for game in GAMES.values()]
    variants = [variant for game in GAMES.values() for variant in game.variants.values()]
    titles += [variant.title for variant in variants]
    titles += [title for variant in variants for title in variant.kinds.values()]
    titles += [option for game in GAMES.values() for option in game.options.values()]
    with translation.override(PSEUDO):
        assert [say(title) for title in titles] == [f"⟦{title}⟧" for title in titles]
