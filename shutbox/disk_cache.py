"""Arrays kept on disk: computed once, and from then on mapped into memory from a file.

A file is written under another name and moved into its place when it is whole, so that no crash
leaves half a file. It carries its name, its shape and a checksum, and one that is not sound is
computed anew. Where nothing can be written, everything works from memory, and the log says so.
"""

from __future__ import annotations

import os
import re
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from math import prod
from pathlib import Path
from threading import Lock
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

FOLDER_VARIABLE = "SHUTBOX_CACHE_DIR"
"""The environment variable that says where the files are."""

LONGEST_WAIT = 60.0
"""How many seconds one process waits for another to compute, before it does so itself."""

_FORMAT = 1
_HEADER_BYTES = 4096
_CHUNK_BYTES = 1 << 20
_SECONDS_TO_WRITE = 3600.0
_DTYPE = np.dtype(np.float64)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)

_locks: dict[Path, Lock] = {}
_in_use: WeakValueDictionary[Path, Floats] = WeakValueDictionary()


def cache_folder() -> Path:
    """Return the folder of the files: `FOLDER_VARIABLE`, or else the user's cache of Shutbox."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        return Path(folder).absolute()
    import platformdirs

    return platformdirs.user_cache_path("shutbox", appauthor=False)


def kept(name: str, shape: tuple[int, ...], compute: Callable[[], Floats]) -> Floats:
    """Return the array of this name from its file; compute and store it if there is no sound one.

    Threads that ask at the same time compute once; so do processes, except on Windows, where
    each may compute and the last one's file stays. An array that is still in use somewhere in
    this process is returned as it is.

    Args:
        name: up to 100 letters, digits, dots, hyphens and underscores. Whatever changes the
            numbers has to change the name, too.
        shape: the shape of the array.
        compute: returns the numbers, in this shape.

    Returns:
        A read-only array of 64-bit floats, mapped from the file, or in memory if the file cannot
        be written.

    Raises:
        ValueError: the name cannot be one, or ``compute`` returns another shape.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be the name of an array")
    path = cache_folder() / f"shutbox-{name}.floats"
    with _locks.setdefault(path, Lock()):
        array = _in_use.get(path)
        if array is None or array.shape != shape:
            array = _load(path, name, shape)
            if array is None:
                with _other_processes_wait(path):
                    array = _load(path, name, shape)
                    if array is None:
                        array = _store(path, name, shape, compute)
            _in_use[path] = array
        return array


def _load(path: Path, name: str, shape: tuple[int, ...]) -> Floats | None:
    """Return the array in the file, or None if there is no sound one."""
    try:
        if not path.exists():
            return None
        if not path.is_file():
            raise OSError("it is not a file")
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size != _HEADER_BYTES + prod(shape) * _DTYPE.itemsize:
                raise OSError("it has another size")
            header = file.read(_HEADER_BYTES)
            # Through a small buffer: what nobody looks up later then takes no memory.
            checksum, buffer = 0, memoryview(bytearray(_CHUNK_BYTES))
            while size := file.readinto(buffer):
                checksum = zlib.crc32(buffer[:size], checksum)
            if header != _header(name, shape, checksum):
                raise OSError("it is damaged or holds something else")
            mapped = np.memmap(file, _DTYPE, "r", _HEADER_BYTES, shape)
            return mapped.view(np.ndarray)
    except OSError as error:
        _warn(path, "is computed anew", error)
        return None


def _store(path: Path, name: str, shape: tuple[int, ...], compute: Callable[[], Floats]) -> Floats:
    """Compute the array, write it, and return it as it can be read again."""
    from tempfile import NamedTemporaryFile  # loads random, which nothing else here needs

    array = np.ascontiguousarray(compute(), _DTYPE)
    if array.shape != shape:
        raise ValueError(f"{name!r} should have the shape {shape}, not {array.shape}")
    array.flags.writeable = False
    numbers = array.data.cast("B")
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_left_overs(path.parent)
        with NamedTemporaryFile(
            prefix=f"shutbox-{name}-", suffix=".tmp", dir=path.parent, delete=False
        ) as file:
            temporary = Path(file.name)
            file.write(_header(name, shape, zlib.crc32(numbers)))
            file.write(numbers)
        temporary.replace(path)
    except OSError as error:
        _warn(path, "cannot be written, so it stays in memory only", error)
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
        return array
    mapped = _load(path, name, shape)
    return array if mapped is None else mapped


def _warn(path: Path, what: str, error: OSError) -> None:
    import logging  # seldom needed, and it takes as long to load as all of this package

    # As text: a log that keeps the error would keep its frames and their arrays.
    logging.getLogger(__name__).warning("%s %s: %s", path, what, str(error))


def _header(name: str, shape: tuple[int, ...], checksum: int) -> bytes:
    lines = (f"shutbox array {_FORMAT}", name, shape, _DTYPE.str, f"{checksum:08x}")
    return "".join(f"{line}\n" for line in lines).encode("ascii").ljust(_HEADER_BYTES, b"\0")


def _remove_left_overs(folder: Path) -> None:
    """Remove what a writer that died has left."""
    for path in folder.glob("shutbox-*.tmp"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - _SECONDS_TO_WRITE:
                path.unlink()


@contextmanager
def _other_processes_wait(path: Path) -> Iterator[None]:
    """Keep other processes out for a while; the system lets them in when this one dies."""
    with ExitStack() as stack:
        try:
            import fcntl

            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(path.with_suffix(".lock").open("wb"))
            until = time.monotonic() + LONGEST_WAIT
            while time.monotonic() < until:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(0.05)
        except (ImportError, OSError):
            pass  # without a lock both compute
        yield
