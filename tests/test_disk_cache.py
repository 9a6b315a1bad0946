from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Thread

import numpy as np
import pytest

from shutbox import disk_cache
from shutbox.disk_cache import FOLDER_VARIABLE, Floats, cache_folder, kept

ROOT = Path(__file__).parents[1]
SHAPE = (3, 1000)
NUMBERS = np.random.default_rng(1).random(SHAPE)


class Computed:
    """Returns the numbers and counts how often it was asked."""

    def __init__(self, numbers: Floats = NUMBERS, seconds: float = 0.0) -> None:
        self.numbers, self.seconds, self.times = numbers, seconds, 0

    def __call__(self) -> Floats:
        self.times += 1
        time.sleep(self.seconds)
        return self.numbers.copy()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "made" / "when needed"))
    return cache_folder()


@pytest.fixture(autouse=True)
def nothing_is_in_use() -> Iterator[None]:
    before = set(disk_cache._in_use)
    yield
    gc.collect()
    assert set(disk_cache._in_use) <= before


def is_mapped(array: Floats) -> bool:
    base = array.base
    while isinstance(base, np.ndarray):
        base = base.base
    return base is not None


def file_of(name: str) -> Path:
    return cache_folder() / f"shutbox-{name}.floats"


def store(name: str = "a", numbers: Floats = NUMBERS) -> Path:
    compute = Computed(numbers)
    kept(name, numbers.shape, compute)
    assert compute.times == 1
    return file_of(name)


def test_what_was_computed_is_read_again() -> None:
    compute = Computed()
    for _ in range(3):
        array = kept("a", SHAPE, compute)
        assert type(array) is np.ndarray
        assert array.dtype == np.float64
        assert is_mapped(array)
        assert np.array_equal(array, NUMBERS)
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 7
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        del array
    assert compute.times == 1
    assert [path.suffix for path in cache_folder().iterdir() if "lock" not in path.name] == [
        ".floats"
    ]


def test_an_array_in_use_is_shared() -> None:
    first = kept("a", SHAPE, Computed())
    file_of("a").unlink()
    again = Computed()
    assert kept("a", SHAPE, again) is first
    assert again.times == 0


def test_special_numbers_and_shapes_come_back_bit_for_bit() -> None:
    numbers = np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324, 1e308]).reshape(1, 2, 3)
    store("special", numbers)
    found = kept("special", (1, 2, 3), pytest.fail)
    assert found.tobytes() == numbers.tobytes()


def test_names_are_kept_apart() -> None:
    store("a", np.zeros(4))
    store("a-b", np.ones(4))
    assert kept("a", (4,), pytest.fail).tolist() == [0, 0, 0, 0]
    assert kept("a-b", (4,), pytest.fail).tolist() == [1, 1, 1, 1]


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-8])


def too_long(path: Path) -> None:
    path.write_bytes(path.read_bytes() + bytes(8))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def one_bit_in_the_numbers(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1234] ^= 1
    path.write_bytes(data)


def one_bit_in_the_header(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[3] ^= 1
    path.write_bytes(data)


def zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def foreign(path: Path) -> None:
    np.save(path.with_suffix(".npy"), NUMBERS)
    path.with_suffix(".npy").replace(path)


def another_name(path: Path) -> None:
    store("other", NUMBERS + 1).replace(path)


def another_shape(path: Path) -> None:
    store("other", NUMBERS.reshape(-1))
    data = file_of("other").read_bytes().replace(b"\nother\n", b"\na\n", 1)
    path.write_bytes(data.replace(b"\na\n", b"\na\n" + bytes(4), 1)[: path.stat().st_size])


def another_format(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data.replace(b"shutbox array 1", b"shutbox array 0", 1))


def a_broken_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("nowhere"))


@pytest.mark.parametrize(
    "damage",
    [
        cut_short,
        too_long,
        empty,
        one_bit_in_the_numbers,
        one_bit_in_the_header,
        zeros,
        foreign,
        another_name,
        another_shape,
        another_format,
        a_broken_link,
    ],
)
def test_damage_is_found_and_mended(
    damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    sound = store().read_bytes()
    damage(file_of("a"))
    compute = Computed()
    array = kept("a", SHAPE, compute)
    assert compute.times == 1
    assert np.array_equal(array, NUMBERS)
    assert file_of("a").read_bytes() == sound
    if damage is not a_broken_link:
        assert "computed anew" in caplog.text


def test_damage_in_the_last_byte_of_a_large_file_is_found() -> None:
    numbers = np.random.default_rng(2).random(3 * disk_cache._CHUNK_BYTES // 8 + 5)
    data = bytearray(store("large", numbers).read_bytes())
    data[-1] ^= 128
    file_of("large").write_bytes(data)
    compute = Computed(numbers)
    assert np.array_equal(kept("large", numbers.shape, compute), numbers)
    assert compute.times == 1


def test_a_file_that_cannot_be_read_is_computed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    store()
    real, refusals = Path.open, [PermissionError(13, "Permission denied")] * 2

    def refuse(self: Path, mode: str = "r") -> object:
        if mode == "rb" and refusals:
            raise refusals.pop()
        return real(self, mode)

    monkeypatch.setattr(Path, "open", refuse)
    compute = Computed()
    assert np.array_equal(kept("a", SHAPE, compute), NUMBERS)
    assert compute.times == 1


def works_from_memory(caplog: pytest.LogCaptureFixture) -> None:
    compute = Computed()
    array = kept("a", SHAPE, compute)
    assert np.array_equal(array, NUMBERS)
    assert not array.flags.writeable
    assert not is_mapped(array)
    assert "stays in memory" in caplog.text
    assert kept("a", SHAPE, compute) is array
    assert compute.times == 1


def test_the_folder_is_a_file(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder.parent.mkdir()
    folder.write_text("in the way")
    works_from_memory(caplog)
    assert folder.read_text() == "in the way"


def test_the_folder_lies_in_a_file(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder.parent.write_text("in the way")
    works_from_memory(caplog)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody can write")
def test_the_folder_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "/proc/self")
    works_from_memory(caplog)


def test_a_folder_has_the_name_of_the_file(caplog: pytest.LogCaptureFixture) -> None:
    file_of("a").mkdir(parents=True)
    (file_of("a") / "precious").write_text("kept")
    works_from_memory(caplog)
    assert (file_of("a") / "precious").read_text() == "kept"
    assert not list(cache_folder().glob("*.tmp"))


def test_the_disk_is_full(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A limit on the size of a file breaks the write in its middle, as a full disk does."""
    folder.mkdir(parents=True)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        works_from_memory(caplog)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [path.name for path in folder.iterdir()] == ["shutbox-a.lock"]


def test_a_mapped_file_cannot_be_replaced_on_some_systems(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "replace", refuse)
    works_from_memory(caplog)
    assert not list(cache_folder().glob("*.tmp"))


def test_an_error_in_the_computation_leaves_nothing_behind() -> None:
    def fail() -> Floats:
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            kept("a", SHAPE, fail)
    assert not file_of("a").exists()
    store()


def test_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="should have the shape"):
        kept("a", (7,), Computed())
    assert not file_of("a").exists()


@pytest.mark.parametrize("name", ["", "../a", "a/b", ".a", "a b", "ä", "a" * 101, "a\n"])
def test_odd_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name"):
        kept(name, SHAPE, Computed())


def test_left_overs_of_dead_writers_go() -> None:
    store()
    old, new = (cache_folder() / f"shutbox-x-{age}.tmp" for age in ("old", "new"))
    foreign = cache_folder() / "of-somebody-else.tmp"
    for path in (old, new, foreign):
        path.write_bytes(b"half")
    for path in (old, foreign):
        os.utime(path, (time.time() - 7200,) * 2)
    store("b")
    assert not old.exists()
    assert new.exists()
    assert foreign.exists()


def test_the_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for empty in (True, False):
        if empty:
            monkeypatch.setenv(FOLDER_VARIABLE, "")
        else:
            monkeypatch.delenv(FOLDER_VARIABLE)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert cache_folder().name.lower() == "shutbox"
    if sys.platform == "linux":
        assert cache_folder() == tmp_path / "shutbox"


def test_threads_compute_once(caplog: pytest.LogCaptureFixture) -> None:
    compute, barrier, found = Computed(seconds=0.2), Barrier(8), []

    def ask() -> None:
        barrier.wait()
        found.append(kept("a", SHAPE, compute))

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert compute.times == 1
    assert len({id(array) for array in found}) == 1
    assert not caplog.records


def test_threads_do_not_wait_for_another_name() -> None:
    inner = Computed()

    def compute() -> Floats:
        thread = Thread(target=kept, args=("inner", SHAPE, inner))
        thread.start()
        thread.join(5)
        assert not thread.is_alive()
        return NUMBERS

    kept("outer", SHAPE, compute)
    assert inner.times == 1


PROCESS = """
import sys, time
import numpy as np
from pathlib import Path
from shutbox import disk_cache
def compute():
    print("computed")
    time.sleep(0.5)
    return np.arange(200_000.0)
{change}
array = disk_cache.kept("shared", (200_000,), compute)
assert array[-1] == 199_999 and array.sum() == 199_999 * 100_000
"""


def start(change: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROCESS.format(change=change)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outputs(processes: list[subprocess.Popen[str]]) -> list[str]:
    results = [process.communicate(timeout=30) for process in processes]
    assert [error for _, error in results] == ["" for _ in results]
    assert [process.returncode for process in processes] == [0 for _ in processes]
    return [out for out, _ in results]


def test_processes_compute_once() -> None:
    assert sorted(outputs([start() for _ in range(3)])) == ["", "", "computed\n"]


def test_processes_that_cannot_wait_write_at_the_same_time() -> None:
    never_wait = "disk_cache.LONGEST_WAIT = 0.0"
    assert outputs([start(never_wait) for _ in range(3)]) == ["computed\n"] * 3
    assert kept("shared", (200_000,), pytest.fail)[-1] == 199_999
    assert not list(cache_folder().glob("*.tmp"))


def test_a_process_that_is_killed_blocks_nobody() -> None:
    killed = start("def compute():\n    print('computed', flush=True)\n    time.sleep(60)")
    assert killed.stdout is not None
    assert killed.stdout.readline() == "computed\n"
    waiting = start()
    time.sleep(0.3)
    killed.kill()
    killed.communicate()
    assert outputs([waiting]) == ["computed\n"]


def test_warnings_come_from_the_package(caplog: pytest.LogCaptureFixture) -> None:
    cache_folder().parent.mkdir(parents=True)
    cache_folder().write_text("a file")
    kept("a", SHAPE, Computed())
    assert {record.name for record in caplog.records} == {"shutbox.disk_cache"}


def test_importing_loads_nothing_beyond_numpy() -> None:
    script = "import shutbox.disk_cache, sys; print('platformdirs' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert done.stdout == "False\n"


def test_a_table_of_the_largest_box_is_read_quickly() -> None:
    """128 MiB should take well under 0.2 s; the limit leaves room for a busy machine."""
    numbers = np.arange(float(1 << 24))
    kept("large", numbers.shape, lambda: numbers)
    start = time.perf_counter()
    array = kept("large", numbers.shape, pytest.fail)
    seconds = time.perf_counter() - start
    assert array[-1] == numbers[-1]
    assert seconds < 0.5
