"""The grammars in `grammars/*.lark`, ready to read. What a sentence means is the formats' to say."""

from tavla_cli.grammar.loader import grammar, sentence, span

__all__ = ["grammar", "sentence", "span"]
