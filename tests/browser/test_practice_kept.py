"""What was practised stays in the browser: over a reload, between tabs, damaged, erased."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, WebSocket

from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_axe import OURS, SIZES
from browser.test_axe import check as check_axe
from shutbox.practice import Memory, Progress, save_progress

pytestmark = pytest.mark.browser

THEN = 1_700_000_000


def saved(*facts: tuple[int, ...]) -> str:
    return save_progress(Progress({fact: Memory(3, 4, 4, THEN, THEN) for fact in facts}))


def stored(box: BoxPage, key: str = "shutbox-practice") -> str | None:
    text: str | None = box.page.evaluate("key => localStorage.getItem(key)", key)
    return text


def store(box: BoxPage, text: str) -> None:
    box.page.evaluate("text => localStorage.setItem('shutbox-practice', text)", text)


def panel(box: BoxPage) -> Locator:
    return box.page.locator(".st-key-practice-managing")


def open_practise(box: BoxPage) -> BoxPage:
    """Open the page with what the browser keeps in sight."""
    box.goto("/practise?show=known")
    panel(box).get_by_text("What this browser keeps").click()
    panel(box).get_by_text("Only in this browser").wait_for()
    return box.settle()


def says(box: BoxPage, words: str) -> None:
    panel(box).get_by_text(words).wait_for()
    box.settle()


def bring(box: BoxPage, text: str) -> None:
    """Bring a file back."""
    file = {"name": "kept.json", "mimeType": "application/json", "buffer": text.encode()}
    panel(box).locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def test_what_was_practised_is_kept_over_a_reload_and_can_be_saved(box: BoxPage) -> None:
    open_practise(box)
    says(box, "It keeps nothing yet.")
    assert stored(box) is None
    assert box.frames_sent() == 2, "the page, and the panel: nothing was told"
    bring(box, saved((3, 4), (1, 2, 4)))
    eventually(lambda: stored(box), saved((3, 4), (1, 2, 4)))
    open_practise(box)
    says(box, "It keeps 2 sums.")
    assert stored(box) == saved((3, 4), (1, 2, 4))
    with box.page.expect_download() as download:
        panel(box).get_by_role("button", name="Save as a file").click()
    assert download.value.path().read_text("utf-8") == stored(box)


def test_what_is_kept_can_be_read_by_everybody(box: BoxPage) -> None:
    box.goto("/practise?show=known")
    store(box, saved((3, 4), (1, 2, 4)))
    open_practise(box)
    says(box, "It keeps 2 sums.")
    box.page.set_viewport_size({"width": 390, "height": 844})
    assert box.sideways_scroll() == []
    # Streamlit's own control for a file has a role that it should not have.
    context = {"exclude": [*OURS["exclude"], [".stFileUploader"]]}
    check_axe(box, "what is kept", {"phone": SIZES["phone"]}, context)


def test_a_damaged_text_is_told_and_put_aside(box: BoxPage) -> None:
    damaged = saved((3, 4), (1, 2, 4))[:-9]
    box.goto("/practise?show=known")
    store(box, damaged)
    open_practise(box)
    says(box, "It keeps 1 sum.")
    seen = box.page.get_by_role("button", name="I see")
    box.page.get_by_text("This browser keeps the old text aside.").wait_for()
    eventually(lambda: stored(box, "shutbox-practice-damaged"), damaged)
    whole = stored(box)
    assert whole is not None
    assert len(json.loads(whole)["facts"]) == 1
    seen.click()
    seen.wait_for(state="detached")
    open_practise(box)
    says(box, "It keeps 1 sum.")
    assert seen.count() == 0


FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden"); } });
}"""


def test_without_a_memory_one_practises_all_the_same(box: BoxPage) -> None:
    box.begin_with(FORBIDDEN)
    open_practise(box)
    bring(box, saved((3, 4)))
    says(box, "It keeps 1 sum.")


def test_two_tabs_keep_together_and_erase_together(tabs: tuple[BoxPage, BoxPage]) -> None:
    one, other = tabs
    open_practise(one)
    open_practise(other)
    bring(one, saved((3, 4)))
    eventually(lambda: stored(one), saved((3, 4)))
    bring(other, saved((1, 2)))
    eventually(lambda: stored(one), saved((1, 2), (3, 4)))
    says(other, "It keeps 2 sums.")
    other.page.get_by_role("button", name="Erase").click()
    other.page.get_by_role("button", name="Yes, erase").click()
    says(other, "It keeps nothing yet.")
    says(one, "It keeps nothing yet.")
    bring(one, saved((2, 2)))
    eventually(lambda: stored(other), saved((2, 2)))


def sent_by(page: Page) -> list[bytes]:
    """Everything that the page sends from now on."""
    sent: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda data: sent.append(data if isinstance(data, bytes) else b""))

    page.on("websocket", listen)
    return sent


def test_play_notes_which_sums_went_wrong_for_this_page_alone(new_page: OpenPage) -> None:
    box = new_page()
    sent = sent_by(box.page)
    box.open("/?turn=classic~otter-20&sum=asked")
    box.roll()
    box.choose(3, 6)
    box.shut()
    box.button("10").click()
    box.button("9").click()
    box.settle()
    noted = json.loads(stored(box, "shutbox.sums") or "{}")
    ((wrongs, seconds),) = noted.pop("classic~otter-20").values()
    assert noted == {}
    assert wrongs == 1
    assert 0 <= seconds < 120
    box.roll()
    assert not any(b"sums" in data for data in sent)
    before = len(sent)
    open_practise(box)

    def is_told() -> bool:
        box.frames_sent()  # lets Playwright tell what has happened
        return any(b"classic~otter-20_3.6-3.6" in data for data in sent[before:])

    eventually_true(is_told)
