"""What the page should show for a turn, from the library alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from browser.box_page import BoxPage, View, eventually
from shutbox import Objective, Turn, Variant, analyse, parse_turn, solve, tile_set, tiles_in
from shutbox.dice import Bag, Roll
from shutbox.tiles import TileSet


def listed(items: Iterable[object], word: str = "and") -> str:
    """Return ``3, 4 and 9``."""
    words = [str(item) for item in items]
    return f" {word} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def addition(tiles: Iterable[int]) -> str:
    return " + ".join(map(str, tiles))


def view(turn: Turn, chosen: Sequence[int] = ()) -> View:
    """Return what the box shows: for ``turn``, with the tiles ``chosen`` but not shut."""
    chosen = sorted(chosen)
    fitting = [m for m in turn.legal_moves if m & tile_set(chosen) == tile_set(chosen)]
    helpful = set(tiles_in(union(fitting))) if turn.dice else set(tiles_in(turn.open_tiles))
    running = f"{addition(chosen)} = {sum(chosen)}" if len(chosen) > 1 else addition(chosen)
    return View(
        prompt=prompt(turn, chosen, running),
        dice=dice_name(turn.variant, turn.dice or (turn.steps[-1].dice if turn.is_stuck else ())),
        open=tiles_in(turn.open_tiles),
        dimmed=tuple(k for k in tiles_in(turn.open_tiles) if k not in helpful),
        chosen=tuple(chosen),
        sum=running,
        buttons=buttons(turn, is_ready=tile_set(chosen) in turn.legal_moves),
    )


def union(sets: Iterable[TileSet]) -> TileSet:
    together = 0
    for tiles in sets:
        together |= tiles
    return together


def prompt(turn: Turn, chosen: Sequence[int], running: str) -> str:
    left, count = listed(tiles_in(turn.open_tiles)), turn.open_tiles.bit_count()
    begin, did, again, choice = WORDS[turn.variant.id if holds(turn.variant) else "dice"]
    if turn.is_shut:
        return "You shut the box! Score 0."
    if turn.is_stuck:
        total = sum(turn.steps[-1].dice)
        if count > MOST_LISTED:
            still = f"Tiles still open: {count}. Score: {turn.score}."
            return f"No open tiles make {total}. {still}"
        return f"No open tiles make {total}. You are stuck with {left}: score {turn.score}."
    if turn.dice:
        total = sum(turn.dice)
        if not chosen:
            faces = [RANKS.get(f, f) if holds(turn.variant) == "cards" else f for f in turn.dice]
            return f"You {did} {listed(faces)}. Shut tiles that make {total}."
        if tile_set(chosen) in turn.legal_moves:
            return f"{running}. Ready to shut."
        return f"{listed(chosen)}. You need {total - sum(chosen)} more."
    if turn.seed is None:
        return "This turn has no dice of its own, so it ends here."
    if turn.steps:
        shut = listed(tiles_in(turn.steps[-1].move))
        if count > MOST_LISTED:
            return f"Shut: {shut}. Tiles still open: {count}. {again}"
        return f"Shut: {shut}. Left: {left}. {again if len(turn.dice_counts) == 1 else choice}"
    return begin


MOST_LISTED = 12
RANKS = {1: "A", 11: "J", 12: "Q"}
WORDS = {
    "dice": ("Roll the dice to begin.", "rolled", "Roll again.", "Roll 2 dice, or only 1."),
    "dominoes": ("Draw a domino to begin.", "drew", "Draw again.", ""),
    "chinese-dominoes": ("Draw a domino to begin.", "drew", "Draw again.", ""),
    "cards": ("Draw a card to begin.", "drew", "Draw again.", ""),
    "cards-as-dice": (
        "Draw 2 cards to begin.",
        "drew",
        "Draw again.",
        "Draw 2 cards, or only 1.",
    ),
}
"""What the box says before the first roll, what the player did, and what is asked for again."""


def holds(variant: Variant) -> str | None:
    return variant.dice.holds.value if isinstance(variant.dice, Bag) else None


def dice_name(variant: Variant, dice: Roll) -> str:
    kind = holds(variant)
    if not dice:
        return {
            None: "The dice are not rolled yet.",
            "dominoes": "No domino is drawn yet.",
            "cards": "No card is drawn yet.",
        }[kind]
    if kind == "dominoes":
        return f"Domino: {dice[0]} and {dice[1]}"
    if kind == "cards":
        return listed(
            f"Card: {RANKS[face]}, worth {face}" if face in RANKS else f"Card: {face}"
            for face in dice
        )
    if len(dice) == 2:
        return f"Red die: {dice[0]} and Blue die: {dice[1]}"
    return listed(f"Die: {face}" for face in dice)


def roll_button(turn: Turn, count: int | None = None) -> str:
    """Return the label of the button that rolls or draws next."""
    is_choice, kind = len(turn.dice_counts) > 1, holds(turn.variant)
    many = count or turn.variant.dice.count
    if kind == "dominoes":
        return "Draw a domino"
    if kind == "cards" and turn.variant.dice.count == 1:
        return "Draw a card"
    if kind == "cards":
        return f"Draw {many} card{'s' if many > 1 else ''}"
    return ("Roll 2 dice" if many > 1 else "Roll 1 die") if is_choice else "Roll"


def buttons(turn: Turn, *, is_ready: bool) -> tuple[tuple[str, bool], ...]:
    if turn.dice:
        return (("Shut", is_ready),)
    if turn.is_over or turn.seed is None:
        return (("Play again", True),)
    return tuple((roll_button(turn, count), True) for count in turn.dice_counts)


def moments(text: str) -> Iterator[Turn]:
    """Return every moment of the turn: the fresh box, then after every roll and every move."""
    whole = parse_turn(text)
    turn = Turn(whole.variant, seed=whole.seed)
    yield turn
    for step in whole.steps:
        turn = turn.roll(step.dice)
        yield turn
        if step.move:
            turn = turn.shut(step.move)
            yield turn


# ---- beside the box ----


def number(value: float, digits: int = 1) -> str:
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def value_text(objective: Objective, value: float, digits: int = 1) -> str:
    return f"{number(value * 100, digits)}%" if objective == "shut" else number(value, digits)


def turn_so_far(turn: Turn, objective: Objective = "score") -> list[list[str]]:
    """Return the rows of the table: luck and loss of every step."""
    return [
        [
            str(count),
            addition(step.dice),
            "your move" if step.chosen is None else addition(tiles_in(step.chosen)) or "stuck",
            *(
                value_text(objective, value)
                for value in (
                    step.value_before,
                    step.value_rolled,
                    step.value_after,
                    step.luck,
                    step.loss,
                )
            ),
        ]
        for count, step in enumerate(analyse(turn, objective).steps, start=1)
    ]


def check_bars(bars: Sequence[str], turn: Turn, step: int, objective: Objective = "score") -> None:
    """Check the names of a chart's bars against the exact solution, for one step of ``turn``.

    Every legal move has a bar, the best first; "best" and "yours" stand where they belong.
    """
    judged = analyse(turn, objective).steps[step]
    solution = solve(turn.variant, objective)
    values = solution.move_values(judged.open_tiles, judged.dice, judged.drawn)
    by_name = {addition(tiles_in(move)): move for move in values}
    order = []
    for bar in bars:
        name, _, label = bar.partition(": ")
        move = by_name[name]
        shown, _, marks = label.partition(" ")
        digits = len(shown.rstrip("%").partition(".")[2])
        assert digits >= 1
        assert shown == value_text(objective, values[move], digits), bar
        assert ("best" in marks) == (move in judged.best), bar
        assert ("yours" in marks) == (move == judged.chosen), bar
        order.append(values[move])
    assert sorted(by_name) == sorted(bar.partition(": ")[0] for bar in bars)
    ascending = sorted(order)
    assert order == (ascending if objective == "score" else ascending[::-1])


def step_shown_at_the_end(turn: Turn) -> int:
    """Return the index of the step whose chart the end shows: the costliest, or the last move."""
    steps = analyse(turn).steps
    costly = [(step.move_loss, k) for k, step in enumerate(steps) if step.move_loss > 0]
    return max(costly)[1] if costly else max(k for k, step in enumerate(steps) if step.chosen)


def check_choices(sentences: Sequence[str], turn: Turn) -> None:
    """Check what the end says about choices and luck, for the aim of a low score."""
    analysis = analyse(turn)
    better, cost = analysis.improvable_choices, number(analysis.total_loss)
    if better == 0:
        words = "Every choice was a best one."
    elif better == 1:
        words = f"1 choice could have been better. It cost {cost} points."
    else:
        words = f"{better} choices could have been better. Together they cost {cost} points."
    luck = number(abs(analysis.total_luck))
    if luck == "0.0":
        dice = "The dice were neither lucky nor unlucky."
    elif analysis.total_luck > 0:
        dice = f"Lucky dice: they saved you {luck} points."
    else:
        dice = f"Unlucky dice: they cost you {luck} points."
    assert [text for text in sentences if text in (words, dice)] == [words, dice]


def wait_for_judgement(box: BoxPage, turn: Turn, objective: Objective = "score") -> None:
    """Wait until the server has judged this very turn."""
    eventually(box.turn_so_far, turn_so_far(turn, objective))
