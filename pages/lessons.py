"""A shelf of lessons; one is opened and read step by step."""

from shutbox.ui import lessons

lessons.page()
