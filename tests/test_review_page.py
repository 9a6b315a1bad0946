"""The page Review: where its turns come from, and every number against the library."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from random import Random

import pandas as pd
import pytest
from apptest import charts, fire, go_to, paragraphs, start, tables, visible_texts
from boxes import random_turn
from streamlit.testing.v1 import AppTest

from shutbox import (
    OBJECTIVES,
    PLAYERS,
    VARIANTS,
    Objective,
    Turn,
    analyse,
    format_turn,
    i18n,
    parse_turn,
    score_distribution,
    solve,
    tiles_in,
)
from shutbox.frames import TurnRow, csv_bytes, equation, moves_frame, turns_frame, waterfall_frame
from shutbox.hindsight import best_with_hindsight, same_dice
from shutbox.turn_lists import ListedTurn, read_turns
from shutbox.ui import review_turns
from shutbox.ui.review import EXAMPLE

CLASSIC = VARIANTS["classic"]
EN = i18n.language("en")
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def lossy(seed: str = "otter-1") -> Turn:
    """A turn with dice of its own whose costliest move is not one of two."""
    for k in range(100):
        turn = random_turn(CLASSIC, Random(k), seed)
        if analyse(turn).costliest is not None:
            return turn
    raise AssertionError("every move was best")


def sound(at: AppTest) -> AppTest:
    assert [error.value for error in at.exception] == []
    return at


def opened(turn: Turn, **query: str) -> AppTest:
    return sound(start("review", turn=format_turn(turn), **query))


def cards(at: AppTest) -> list[str]:
    """The verdicts on the cards of the timeline."""
    html = [
        element.proto.body for element in at.get("html") if 'class="stb-box"' in element.proto.body
    ]
    return [body.partition("<p>")[2].partition("</p>")[0] for body in html]


def paste(at: AppTest, text: str) -> AppTest:
    at.text_area(key="review-pasted").set_value(text)
    return sound(next(b for b in at.button if b.label == "Review these turns").click().run())


def shown_turn(at: AppTest) -> str:
    return next(code.value for code in at.code if code.value.startswith("?turn="))


# ---- where the turns come from ----


def test_with_nothing_played_an_example_is_shown_with_a_way_to_play_and_to_paste() -> None:
    at = sound(start("review"))
    assert shown_turn(at) == f"?turn={EXAMPLE}"
    assert "This is an example." in at.info[0].value
    assert at.text_area(key="review-pasted").label == "Paste turns, one a line"
    assert "Play a turn" in [text for _, text in visible_texts(at)]


def test_what_was_played_is_offered_and_the_last_turn_comes_first() -> None:
    first, second = (random_turn(CLASSIC, Random(k), f"badger-{k}") for k in range(2))
    at = start("play", turn=format_turn(Turn(CLASSIC, seed="badger-0")))
    fire(at, "box", record=format_turn(first))
    assert "Review this turn" in [text for _, text in visible_texts(at)]
    at.query_params.clear()
    at.query_params["turn"] = format_turn(Turn(CLASSIC, seed="badger-1"))
    at.run()
    fire(at, "box", record=format_turn(second))
    go_to(at, "review")
    assert shown_turn(sound(at)) == f"?turn={format_turn(second)}"
    at.number_input(key="review-number").set_value(1).run()
    assert shown_turn(sound(at)) == f"?turn={format_turn(first)}"
    assert len(at.info) == 0


def test_the_turn_under_way_can_be_reviewed() -> None:
    at = start("play", turn="classic_6.6-3.9_5.4")
    go_to(at, "review")
    assert shown_turn(sound(at)) == "?turn=classic_6.6-3.9_5.4"
    assert cards(at)[-1] == "your move"


def test_a_turn_under_way_can_be_reviewed_after_its_first_roll() -> None:
    at = start("play", turn="digits_2.6")
    go_to(at, "review")
    assert shown_turn(sound(at)) == "?turn=digits_2.6"
    assert cards(at) == ["your move"]


def test_a_link_does_not_touch_the_turn_under_way() -> None:
    at = start("play", turn="classic_6.6-3.9")
    go_to(at, "review")
    at.query_params["turn"] = EXAMPLE
    assert shown_turn(sound(at.run())) == f"?turn={EXAMPLE}"
    go_to(at, "play")
    assert at.session_state["turn"] == "classic_6.6-3.9"


@pytest.mark.parametrize("text", ["otter", "classic_6.6-4.8_5", "classic_6.6-5.6", "x" * 3000, ""])
def test_a_damaged_link_is_explained_and_offers_a_way_on(text: str) -> None:
    at = sound(start("review", turn=text))
    if text:
        assert at.warning[0].value.startswith("Line 1")
        next(b for b in at.button if b.label.startswith("My own turns")).click().run()
    assert shown_turn(sound(at)) == f"?turn={EXAMPLE}"


def test_pasted_turns_and_back_to_the_own_ones() -> None:
    at = start("play", turn="classic_6.6-3.9")
    go_to(at, "review")
    paste(at, f"{EXAMPLE}\n\nhttps://x/?turn={EXAMPLE}&lang=fr\n")
    assert shown_turn(at) == f"?turn={EXAMPLE}"
    next(b for b in at.button if b.label == "Back to my own turns").click().run()
    assert shown_turn(sound(at)) == "?turn=classic_6.6-3.9"
    paste(at, "   ")
    assert shown_turn(at) == "?turn=classic_6.6-3.9"


def test_only_damaged_lines_are_told_once_each_and_a_way_on_is_offered() -> None:
    at = paste(start("review"), "otter\nstoat")
    (warning,) = (box.value for box in at.warning)
    for line in (1, 2):
        assert warning.count(f"Line {line} is no turn.") == 1
    assert "kept" not in warning
    next(b for b in at.button if b.label.startswith("My own turns")).click().run()
    assert shown_turn(sound(at)) == f"?turn={EXAMPLE}"


def test_lines_are_numbered_as_in_the_text_and_the_first_sound_turn_is_opened() -> None:
    texts = many(3)
    at = paste(start("review"), "\n".join(["otter", texts[0], "", *texts[1:], "stoat"]))
    assert shown_turn(at) == f"?turn={texts[0]}"
    assert shown_table(at)["Line"].tolist() == ["2", "4", "5"]
    assert list(charts(at)[0].rows["first"]) == [2, 4, 5]
    picker = at.number_input(key="review-number")
    assert (picker.label, picker.value, picker.max) == ("Line (1 to 6)", 2, 6)
    picker.set_value(5).run()
    assert shown_turn(sound(at)) == f"?turn={texts[2]}"
    at.number_input(key="review-number").set_value(3).run()
    assert shown_turn(sound(at)) == f"?turn={texts[1]}"
    assert at.info[0].value == "Line 3 holds no turn. Here is the one of line 4."
    at.number_input(key="review-number").set_value(6).run()
    told = "\n".join(box.value for box in sound(at).warning)
    assert (told.count("Line 1 is"), told.count("Line 6 is")) == (1, 1)


# ---- one turn ----


@pytest.mark.parametrize(
    ("variant", "name"), [("classic", "Standard box"), ("digits", "Say what you see")]
)
def test_the_box_of_a_turn_is_named(variant: str, name: str) -> None:
    assert f"Box: {name}" in paragraphs(opened(parse_turn(f"{variant}_1.2")))


@each_objective
def test_cards_say_in_words_or_figures_what_the_analysis_says(objective: Objective) -> None:
    turn = lossy()
    analysis = analyse(turn, objective)
    for words, card in zip(analysis.steps, cards(opened(turn, aim=objective)), strict=True):
        is_best = card in ("★ best", "the only move", "◇ number of dice")
        assert is_best == (bool(words.chosen) and not words.is_improvable), card
        assert (card == "stuck") == (words.chosen == 0)
    at = opened(turn, aim=objective, verdicts="figures")
    for step, card in zip(analysis.steps, cards(at), strict=True):
        luck, loss = (part.split()[1].replace("−", "-") for part in card.split(", "))
        unit = 100 if objective == "shut" else 1
        assert float(luck.strip("+%")) == pytest.approx(step.luck * unit, abs=0.0501)
        assert float(loss.strip("%")) == pytest.approx(step.loss * unit, abs=0.0501)


def test_tapping_a_card_shows_its_moves() -> None:
    turn = lossy()
    at = opened(turn)
    for number, step in enumerate(analyse(turn).steps, start=1):
        at.button(key=f"review-roll-{number}").click().run()
        sound(at)
        assert at.query_params["step"] == str(number)
        if step.best:
            judge = solve(CLASSIC)
            moves = moves_frame(judge, step.open_tiles, step.dice, step.chosen)
            assert list(charts(at)[0].rows["value"]) == list(moves["value"])


def test_the_costliest_step_is_shown_first() -> None:
    turn = lossy()
    at = opened(turn)
    chosen = [b.key for b in at.button if b.proto.type == "primary"]
    assert chosen == [f"review-roll-{(analyse(turn).costliest or 0) + 1}"]


@each_objective
@pytest.mark.parametrize("variant", ["classic", "digits", "forced", "cards-as-dice"])
def test_the_waterfall_adds_up_to_the_score(variant: str, objective: Objective) -> None:
    turn = random_turn(VARIANTS[variant], Random(4), "otter-1")
    analysis = analyse(turn, objective)
    at = opened(turn, aim=objective, question="luck")
    rows, frame = charts(at)[0].rows, waterfall_frame(analysis)
    for column in ("start", "end"):
        assert list(rows[column]) == list(frame[column])
    assert rows["end"].iloc[-1] == (turn.score if objective == "score" else turn.is_shut)
    figures = opened(turn, aim=objective, question="luck", verdicts="figures")
    assert any(text.startswith("Start ") for text in paragraphs(figures))


def test_the_same_dice_in_other_hands() -> None:
    turn = lossy()
    rows = charts(opened(turn, question="dice"))[0].rows
    best = best_with_hindsight(turn)
    assert best is not None
    scores = [same_dice(turn, p, Random(turn.seed)).score for p in PLAYERS.values()]
    assert list(rows["score"]) == [best.score, *scores, turn.score]
    assert list(rows["kind"]) == ["best", "other", "other", "other", "yours"]


def test_a_turn_under_way_is_not_compared_with_ended_ones() -> None:
    turn = Turn(CLASSIC, seed="otter-1")
    turn = turn.roll(turn.seeded_roll())
    turn = turn.shut(turn.legal_moves[0])
    at = opened(turn, question="dice")
    assert "yours" not in set(charts(at)[0].rows["kind"])
    assert any(f"still under way ({turn.score} so far)" in text for text in paragraphs(at))


def test_without_a_seed_the_page_says_that_only_these_rolls_are_known() -> None:
    texts = paragraphs(opened(parse_turn(EXAMPLE), question="dice"))
    assert any(text.startswith("Only the rolls of this turn are known") for text in texts)


@each_objective
def test_how_it_could_end_is_the_exact_distribution(objective: Objective) -> None:
    turn = lossy()
    at = opened(turn, aim=objective, question="ahead", step="2")
    chances = score_distribution(
        solve(CLASSIC, objective), turn.variant.start & ~turn.steps[0].move
    )
    rows = charts(at)[0].rows
    shown = dict(zip(rows["score"], rows["chance"], strict=True))
    assert {score: share for score, share in shown.items() if share} == chances
    assert [s for s, kind in zip(rows["score"], rows["kind"], strict=True) if kind == "yours"] == [
        turn.score
    ]


@pytest.mark.parametrize("variant", ["twelve", "cards", "dominoes", "the-300", "card-box"])
def test_what_would_take_too_long_is_not_begun(variant: str) -> None:
    turn = random_turn(VARIANTS[variant], Random(1), "otter-1")
    at = opened(turn, question="ahead", step="1")
    if not at.get("progress"):
        assert any("too many ways" in text or "too large" in text for text in paragraphs(at))


def test_a_box_of_estimates_says_so() -> None:
    turn = Turn(VARIANTS["domino-box"], seed="otter-1")
    turn = turn.roll(turn.seeded_roll())
    turn = turn.shut(turn.legal_moves[0])
    at = opened(turn, question="luck")
    assert "estimate" in at.info[0].value
    at = opened(turn, question="dice")
    assert any(text.startswith("Hard (least expected score): too long") for text in paragraphs(at))


# ---- the exercise ----


def attempt(at: AppTest, tiles: tuple[int, ...]) -> str:
    next(p for p in at.pills if p.key == "review-tiles").set_value(list(tiles)).run()
    next(b for b in at.button if b.label == "Is this better?").click().run()
    sound(at)
    return (at.success or at.info)[0].value


def test_a_better_move_is_found_after_some_tries() -> None:
    turn = lossy()
    analysis = analyse(turn)
    index = analysis.costliest
    assert index is not None
    step = analysis.steps[index]
    assert step.chosen
    at = opened(turn, question="better")
    wrong = next(t for t in tiles_in(step.open_tiles) if t != sum(step.dice))
    assert "Try again" in attempt(at, (wrong,))
    assert "what you shut then" in attempt(at, tiles_in(step.chosen))
    judge = solve(CLASSIC)
    for move, value in judge.move_values(step.open_tiles, step.dice).items():
        if move == step.chosen:
            continue
        reply = attempt(at, tiles_in(move))
        assert reply.startswith("Yes!") == (move in step.best)
        if move not in step.best:
            better = value < judge.value(step.open_tiles & ~step.chosen)
            assert ("is better than" in reply) == better
            assert ("not better" in reply) == (not better)


def test_the_answer_comes_on_request_and_the_exercise_can_begin_again() -> None:
    turn = lossy()
    at = opened(turn, question="better")
    assert len(at.success) == 0
    next(b for b in at.button if b.label == "Show the answer").click().run()
    best = analyse(turn).steps[analyse(turn).costliest or 0].best
    assert any(equation(move) in sound(at).success[0].value for move in best)
    next(b for b in at.button if b.label == "Start over").click().run()
    assert len(sound(at).success) == 0


def test_where_every_move_was_best_there_is_nothing_to_find() -> None:
    texts = paragraphs(opened(parse_turn(EXAMPLE), question="better"))
    assert any(text.startswith("Every move of this turn was a best one") for text in texts)


# ---- many turns ----


def many(count: int = 30) -> list[str]:
    return [format_turn(random_turn(CLASSIC, Random(k), f"stoat-{k}")) for k in range(count)]


def shown_table(at: AppTest) -> pd.DataFrame:
    return next(table for table in tables(at) if "Best moves, %" in table)


def expected(texts: list[str], objective: Objective) -> pd.DataFrame:
    rows = [TurnRow.of(analyse(parse_turn(text), objective)) for text in texts]
    frame = turns_frame(range(1, len(texts) + 1), rows)
    listed = [ListedTurn(text, 1) for text in texts]
    return review_turns.table(EN, frame, listed, objective, is_text=True)


@each_objective
def test_the_csv_file_says_what_the_screen_says(objective: Objective) -> None:
    texts = many()
    at = start("review", aim=objective)
    paste(at, "\n".join(texts))
    back = pd.read_csv(BytesIO(csv_bytes(expected(texts, objective))), encoding="utf-8-sig")
    screen = shown_table(at)
    assert len(screen) == review_turns.ROWS_A_PAGE
    next(b for b in at.button if b.label == "Later").click().run()
    screen = pd.concat([screen, shown_table(sound(at))])
    assert list(screen.columns) == list(back.columns[:-1])
    for column in screen:
        cells = list(back[column])
        if column == "Box":
            assert list(screen[column]) == cells
        else:
            assert pd.api.types.is_numeric_dtype(back[column])
            shown = [float(cell.replace("−", "-")) for cell in screen[column]]
            assert shown == [float(cell) for cell in cells]
    assert list(back["Turn as text"]) == texts
    analyses = [analyse(parse_turn(text), objective) for text in texts]
    unit = 100 if objective == "shut" else 1
    luck = back["Luck, %" if objective == "shut" else "Luck"]
    for shown, analysis in zip(luck, analyses, strict=True):
        assert shown == pytest.approx(analysis.total_luck * unit, abs=0.0501)
    assert (luck < 0).any(), "negative numbers stay numbers"


def test_our_own_file_can_be_reviewed_in_every_language() -> None:
    texts = many(5)
    for code in i18n.languages():
        t = i18n.language(code)
        rows = [TurnRow.of(analyse(parse_turn(text))) for text in texts]
        listed = [ListedTurn(text, 1, "2026-11-30T10:20:30+00:00") for text in texts]
        frame = turns_frame(range(5), rows)
        data = csv_bytes(review_turns.table(t, frame, listed, "score", is_text=False))
        read = read_turns(data.decode("utf-8"), review_turns.headings())
        assert [turn.text for turn in read.turns] == texts
        assert {turn.when for turn in read.turns} == {"2026-11-30T10:20:30+00:00"}


def test_damaged_lines_are_named_and_the_others_kept() -> None:
    texts = many(10)
    lines = [*texts[:3], "otter", *texts[3:], "classic_6.6-4.8_5.5-3", *["?"] * 9]
    at = paste(start("review"), "\n".join(lines))
    warning = at.warning[0].value
    assert "Line 4 is no turn." in warning
    assert "Line 12: damaged at step 2. Its tiles do not add up to the roll." in warning
    assert "6 more lines are damaged" in warning
    assert "All other turns are kept." in warning
    assert len(shown_table(at)) == 10


def test_points_over_time() -> None:
    texts = many()
    at = paste(start("review"), "\n".join(texts))
    assert list(charts(at)[0].rows["value"]) == [parse_turn(text).score for text in texts]
    next(c for c in at.segmented_control if c.label == "Over time").set_value("best_share").run()
    shares = [analyse(parse_turn(text)).best_share for text in texts]
    assert list(charts(sound(at))[0].rows["value"]) == shares


def test_turns_under_way_do_not_count_as_final_scores() -> None:
    texts = many(2)
    scores = [parse_turn(text).score for text in texts]
    at = paste(start("review"), "\n".join(["classic", *texts, "classic_6.6-3.9_1.1-2"]))
    assert list(charts(at)[0].rows["value"]) == scores
    shown = shown_table(at)["Score"].tolist()
    assert shown == ["under way", *map(EN.number, scores), "under way"]
    summary = f"2 turns, on average score {EN.number(sum(scores) / 2, 1)}."
    (told,) = (text for text in paragraphs(at) if text.startswith(summary))
    assert "2 turns are still under way and do not count here." in told
    rows = [TurnRow("classic", 45, False), TurnRow("classic", 7, True)]
    listed = [ListedTurn("classic", 1), ListedTurn(texts[0], 2)]
    table = review_turns.table(EN, turns_frame([1, 2], rows), listed, "score", is_text=True)
    back = pd.read_csv(BytesIO(csv_bytes(table)), encoding="utf-8-sig")
    assert back["Score"].mean() == 7


def test_with_no_ended_turn_nothing_is_averaged() -> None:
    at = paste(start("review"), "classic\nclassic_6.6-3.9_1.1-2")
    assert not charts(at)
    assert len(shown_table(at)) == 2


def test_turns_of_boxes_too_large_to_judge_keep_their_score() -> None:
    turn = random_turn(VARIANTS["card-box"], Random(1), "otter-1")
    text = format_turn(turn)
    at = paste(start("review"), f"{many(1)[0]}\n{text}")
    table = shown_table(at)
    assert table["Score"].tolist()[1] == EN.number(turn.score)
    assert table["Loss"].tolist()[1] == ""
    assert any("too large" in box.value for box in at.info)


def test_more_boxes_than_can_be_solved_in_time_keep_their_scores() -> None:
    boxes = [f"custom.tiles-1to{n}.most-{k}" for n in range(4, 9) for k in range(2, 7)]
    at = paste(start("review"), "\n".join(boxes))
    empty = Counter(cell == "" for cell in shown_table(at)["Loss"])
    assert sum(empty.values()) == review_turns.ROWS_A_PAGE
    assert any("different boxes" in box.value for box in at.info)


def test_ended_turns_are_remembered_once_with_their_time() -> None:
    turn = random_turn(CLASSIC, Random(1), "badger-1")
    at = start("play", turn=format_turn(Turn(CLASSIC, seed="badger-1")))
    for _ in range(2):
        fire(at, "box", record=format_turn(turn))
    ((when, text),) = at.session_state["played"]
    assert text == format_turn(turn)
    assert pd.Timestamp(when).tzinfo is not None
