"""The app as a server process of its own, which a test may kill and start again."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
HEALTH = "/_stcore/health"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class AppServer:
    """``streamlit run app.py`` on one port of 127.0.0.1, on which it can come back after a kill."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = tempfile.NamedTemporaryFile("w+", suffix=".log")  # noqa: SIM115
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        self._process = subprocess.Popen(
            [*command, f"--server.port={self.port}", "--server.address=127.0.0.1"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._is_healthy():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the app did not start:\n{self.log()}")
            time.sleep(0.05)

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + HEALTH, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End the process at once (SIGKILL), as a crash or a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def log(self) -> str:
        """Return everything that the server has written, over all its starts."""
        return Path(self._log.name).read_text("utf-8", "replace")

    def check_log(self) -> None:
        """Fail if the server ever wrote a traceback."""
        log = self.log()
        assert "Traceback" not in log, f"the server wrote a traceback:\n{log[-6000:]}"

    def close(self) -> None:
        """End the process; fail if it ever wrote a traceback."""
        self.kill()
        self.check_log()
        self._log.close()
