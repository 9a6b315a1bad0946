"""How many players one server carries: real turns on the real Play page, next to a bare page.

Speaks Streamlit's own protocol from one process. Every player rolls or shuts about once every two
seconds and sends what a browser would send: the box's record, and all other widgets with it. An
answer counts when the run that it caused has finished and the box in it holds the text that was
sent; anything else is an error. Times begin when an action was due, so that a late answer cannot
hide the next one. A second server shows a page with one button to as many readers, in the same
run. CPU is in percent of one core; memory is what one player adds to the server.

Reads ``/proc``, so it needs Linux. Run ``python tests/benchmarks/load.py``, or for instance
``python tests/benchmarks/load.py --players 120 --seconds 30 --variant ten``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect

from shutbox import Turn, format_turn, parse_turn

ROOT = Path(__file__).parents[2]
APP = ROOT / "app.py"
BARE = Path(__file__).with_name("bare_page.py")
PERIOD = 2.0
PATIENCE = 30.0
LOADING_AT_ONCE = 4
FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


# ---- servers ----


@dataclass(frozen=True)
class Server:
    """A page served by a process of its own."""

    address: str
    pid: int

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served(script: Path) -> Iterator[Server]:
    """Serve a script with the project's configuration; end the process in any case."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(
        [*command, "--server.address=127.0.0.1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.1)
        yield Server(f"127.0.0.1:{port}", process.pid)
    finally:
        process.kill()
        process.wait()


# ---- one browser ----


class WrongAnswerError(Exception):
    """The page did not show what it should."""


class Client(ABC):
    """A page open in a browser: sends widgets, takes what is drawn.

    Attributes:
        elements: what the last run drew, by kind.
    """

    def __init__(self, server: Server, query: str, number: int) -> None:
        self.random = Random(number)
        self.elements: dict[str, list[Element]] = {}
        self._server, self._query = server, query
        self._widgets: dict[str, WidgetState] = {}
        self._page = self._fragment = self._alarm = ""

    async def open(self) -> None:
        """Connect and load the page."""
        url = f"ws://{self._server.address}/_stcore/stream"
        self._socket = await connect(
            url, subprotocols=["streamlit"], compression=None, max_size=None
        )
        await asyncio.wait_for(self._run(), PATIENCE)
        self.take()

    async def close(self) -> None:
        await self._socket.close()

    async def act(self, trigger: WidgetState) -> None:
        """Send the action that `prepare` made, and check the answer."""
        await asyncio.wait_for(self._run(trigger), PATIENCE)
        self.take()

    @abstractmethod
    def prepare(self) -> WidgetState:
        """Return the next action."""

    @abstractmethod
    def take(self) -> None:
        """Read the answer.

        Raises:
            WrongAnswerError: it is not the one to the last action.
        """

    async def _run(self, trigger: WidgetState | None = None) -> None:
        question = BackMsg()
        state = question.rerun_script
        state.query_string = self._query
        state.page_script_hash = self._page
        state.fragment_id = self._fragment
        state.widget_states.widgets.extend(self._widgets.values())
        if trigger is not None:
            state.widget_states.widgets.append(trigger)
        state.context_info.locale = "en-GB"
        state.context_info.color_scheme = "light"
        state.context_info.url = f"http://{self._server.address}/"
        await self._socket.send(question.SerializeToString())
        self.elements, self._alarm = {}, ""
        while True:
            message = ForwardMsg.FromString(await self._socket.recv(decode=False))
            match message.WhichOneof("type"):
                case "navigation":
                    self._page = message.navigation.page_script_hash
                case "delta" if message.delta.WhichOneof("type") == "new_element":
                    self._draw(message.delta.new_element, message.delta.fragment_id)
                case "script_finished":
                    if self._alarm or message.script_finished not in FINISHED:
                        raise WrongAnswerError(
                            self._alarm or f"ended with {message.script_finished}"
                        )
                    return

    def _draw(self, element: Element, fragment: str) -> None:
        kind = element.WhichOneof("type")
        is_alarm = kind == "alert" and element.alert.format == Alert.ERROR
        if kind == "exception" or is_alarm:
            self._alarm = str(element)[:500]
        self.elements.setdefault(kind, []).append(element)
        if kind == "bidi_component" and fragment:
            self._fragment = fragment
        if (widget := standing(element, kind)) is not None:
            self._widgets[widget.id] = widget


def standing(element: Element, kind: str) -> WidgetState | None:
    """Return what a browser sends for a widget that stands as it was drawn."""
    if kind == "selectbox":
        box = element.selectbox
        text = box.raw_value if box.set_value else box.options[box.default]
        return WidgetState(id=box.id, string_value=text)
    if kind == "checkbox":
        box = element.checkbox
        return WidgetState(id=box.id, bool_value=box.value if box.set_value else box.default)
    if kind == "button_group":
        group = element.button_group
        chosen = [group.options[index].content for index in group.default]
        widget = WidgetState(id=group.id)
        widget.string_array_value.data.extend(group.raw_values if group.set_value else chosen)
        return widget
    return None


class Player(Client):
    """Plays turns at the box, with random legal moves."""

    turn: Turn
    sent = ""

    def prepare(self) -> WidgetState:
        """Roll, or shut some tiles, or ask for a new turn."""
        turn, name = self.turn, "record"
        if turn.is_over:
            name = "again"
        elif turn.dice is None:
            turn = turn.roll(turn.seeded_roll(self.random.choice(turn.dice_counts)))
        else:
            turn = turn.shut(self.random.choice(turn.legal_moves))
        self.sent = "" if name == "again" else format_turn(turn)
        trigger = [{"event": name, "value": format_turn(turn)}]
        self.turn = turn
        widget = f"$$STREAMLIT_INTERNAL_KEY_{self._box().id}__events"
        return WidgetState(id=widget, json_trigger_value=json.dumps(trigger))

    def take(self) -> None:
        """Read the box: it holds what was sent, or a fresh turn when none was."""
        text = json.loads(self._box().json)["turn"]
        if self.sent and text != self.sent:
            raise WrongAnswerError(f"the box holds {text}, sent was {self.sent}")
        if not self.sent:
            self.turn = parse_turn(text)
            if self.turn.steps or self.turn.dice:
                raise WrongAnswerError(f"a new turn begins with {text}")

    def _box(self) -> Any:
        for element in self.elements.get("bidi_component", []):
            if element.bidi_component.component_name.endswith(".box"):
                return element.bidi_component
        raise WrongAnswerError("there is no box")


class Presser(Client):
    """Presses the button of the bare page."""

    pressed = -1

    def prepare(self) -> WidgetState:
        """Press the button."""
        return WidgetState(id=self.elements["button"][0].button.id, trigger_value=True)

    def take(self) -> None:
        """Read the count."""
        self.pressed += 1
        text = self.elements["markdown"][-1].markdown.body
        if text != f"Rolled {self.pressed} times":
            raise WrongAnswerError(f"{text!r} after {self.pressed} times")


# ---- all at once ----


@dataclass
class Figures:
    """What was measured."""

    times: list[float]
    errors: list[str]
    cpu: float
    own_cpu: float
    memory: float

    @property
    def p95(self) -> float:
        return quantiles(self.times, n=20)[-1]


async def keep_acting(client: Client, begin: float, end: float, seen: Figures) -> None:
    """Act every two seconds, more or less, until ``end``."""
    due = begin + client.random.uniform(0, PERIOD)
    while due < end:
        try:
            action = client.prepare()
            await asyncio.sleep(due - time.perf_counter())
            await client.act(action)
        except Exception as error:
            seen.errors.append(f"{type(error).__name__}: {error}")
            return
        seen.times.append((time.perf_counter() - due) * 1e3)
        due += client.random.uniform(0.75, 1.25) * PERIOD


async def measure(
    kind: type[Client], server: Server, query: str, seconds: float, players: int
) -> Figures:
    """Let ``players`` act for a while on a server that somebody has used before."""
    seen = Figures([], [], 0.0, 0.0, 0.0)
    clients = [kind(server, query, number) for number in range(players + 1)]
    first, *others = clients
    await first.open()
    for _ in range(20):
        await first.act(first.prepare())
    memory = server.megabytes()
    gate = asyncio.Semaphore(LOADING_AT_ONCE)

    async def come(client: Client) -> None:
        async with gate:
            await client.open()

    await asyncio.gather(*map(come, others))
    begin = time.perf_counter() + 1
    await asyncio.sleep(1)
    cpu, own_cpu = server.cpu_seconds(), time.process_time()
    await asyncio.gather(*(keep_acting(client, begin, begin + seconds, seen) for client in others))
    span = time.perf_counter() - begin
    seen.cpu = 100 * (server.cpu_seconds() - cpu) / span
    seen.own_cpu = 100 * (time.process_time() - own_cpu) / span
    seen.memory = (server.megabytes() - memory) / players
    await asyncio.gather(*(client.close() for client in clients), return_exceptions=True)
    return seen


NAMES = ["players", "page", "actions", "errors"]
UNITS = ["p50 ms", "p95 ms", "max ms", "CPU %", "MB each"]


def row(players: int, page: str, seen: Figures) -> str:
    """Return the figures as a line of the table."""
    if len(seen.times) < 2:
        return f"{players:>8}{page:>8}{len(seen.times):>9}{len(seen.errors):>9}"
    times = f"{median(seen.times):>9.1f}{seen.p95:>9.1f}{max(seen.times):>9.1f}"
    counts = f"{players:>8}{page:>8}{len(seen.times):>9}{len(seen.errors):>9}"
    return f"{counts}{times}{seen.cpu:>9.0f}{seen.memory:>9.2f}"


def ratios(play: Figures, bare: Figures) -> str:
    """Return how many times the bare page's figures those of Play are, as a line of the table."""
    if min(len(play.times), len(bare.times)) < 2:
        return ""
    shares = [
        median(play.times) / median(bare.times),
        play.p95 / bare.p95,
        max(play.times) / max(bare.times),
        play.cpu / max(bare.cpu, 0.1),
    ]
    return f"{'':>8}{'ratio':>8}{'':18}" + "".join(f"{share:>9.1f}" for share in shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[30, 120, 300])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--variant", default="", help="as in links, by default the standard box")
    args = parser.parse_args()
    query = f"variant={args.variant}" if args.variant else ""
    print("{:>8}{:>8}{:>9}{:>9}".format(*NAMES) + "".join(f"{unit:>9}" for unit in UNITS))
    faults: list[str] = []
    for players in args.players:
        seen = {}
        for page, script, kind in (("bare", BARE, Presser), ("Play", APP, Player)):
            with served(script) as server:
                figures = asyncio.run(measure(kind, server, query, args.seconds, players))
            seen[page] = figures
            faults += figures.errors
            print(row(players, page, figures), flush=True)
        print(ratios(seen["Play"], seen["bare"]))
        load = os.getloadavg()[0]
        print(f"{'':16} load of the machine {load:.1f}, players' CPU {seen['Play'].own_cpu:.0f} %")
    for fault in faults[:5]:
        print(fault)


if __name__ == "__main__":
    main()
