"""Sentences in the user's language. Knows no layout and decides nothing; without a catalogue everything is English."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

    from tavla_cli.results import Diagnostic

LANGUAGES = ("en", "tr", "sr")
_FOLDER = os.path.join(os.path.dirname(__file__), "locale")
_catalogue: "NullTranslations | None" = None


def N_(template: str) -> str:
    """The same text: marks a template for the catalogue where it is translated only later."""
    return template


def set_language(name: str | None) -> str:
    """Choose the language: `name`, else TAVLA_LANG, else the locale's, else English. Returns the language chosen.

    A language without a catalogue is answered in English. It is the only setting of the process that is not passed as a value.
    """
    global _catalogue
    wanted = next(
        (language for language in (_language(text) for text in (name, os.environ.get("TAVLA_LANG"), _locale())) if language), "en"
    )
    _catalogue = None
    if wanted != "en" and os.path.isdir(os.path.join(_FOLDER, wanted)):
        import gettext  # costs as much as all else here: only where there is something to translate

        _catalogue = gettext.translation("tavla", _FOLDER, [wanted], fallback=True)
    return wanted


def translated(template: str) -> str:
    """The template in the current language, names of its parameters kept."""
    return _catalogue.gettext(template) if _catalogue else template


def counted(one: str, many: str, number: int) -> str:
    """`one` or `many`, as the language counts, with `{n}` filled in: `1,203 games`."""
    template = _catalogue.ngettext(one, many, number) if _catalogue else one if number == 1 else many
    # Translators: what stands between thousands.
    return template.format(n=f"{number:,}".replace(",", translated(",")))


def filled(template: str, args: dict[str, object]) -> str:
    """The translated template with its parameters. A parameter that is missing stays as `{name}`: a bad translation must not fail."""
    text = translated(template)
    try:
        return text.format_map(_Args(args))
    except (ValueError, LookupError, AttributeError, TypeError):
        return text


def message(diagnostic: "Diagnostic") -> str:
    """The finding as a whole sentence. It may hold text from the file: what writes to a terminal escapes it."""
    return filled(diagnostic.template, diagnostic.args)


class _Args(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _language(text: str | None) -> str | None:
    """The language of `tr`, `tr_TR.UTF-8`, `sr@latin` or, as Windows has it, `Turkish_Türkiye`; None where it is none of ours."""
    if not text:
        return None
    word = text.replace("-", "_").replace("@", "_").replace(".", "_").split("_")[0].lower()
    return word if word in LANGUAGES else {"turkish": "tr", "serbian": "sr", "english": "en"}.get(word)


def _locale() -> str | None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    if os.name == "nt":
        import locale

        return locale.getlocale()[0]
    return None
