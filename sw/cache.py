"""What takes long to make and is kept below ``build``: made once, also by parallel processes.

An entry of a cache is a file or a folder whose name contains a digest of everything that it depends
on. Beside it is a file ``.lock`` that its makers hold. When a folder of entries becomes too large,
those go that nobody has asked for longest.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path

__all__ = ["LIMIT", "cached", "digest", "prune"]

#: Bytes that the entries of a folder may have together.
LIMIT = 1 << 30

#: Seconds for which an entry is certainly kept after it was asked for: it is being used.
_IN_USE = 3600

_LOCK = ".lock"


def digest(*texts):
    """Return a short name for texts, 16 digits."""
    found = hashlib.sha256()
    for text in texts:
        found.update(hashlib.sha256(text.encode()).digest())
    return found.hexdigest()[:16]


def cached(target, make, *, notify=None):
    """Return ``target``, made if it is not there.

    Parameters
    ----------
    target : :class:`pathlib.Path`
        The entry.
    make : callable
        Called with an empty folder, :class:`pathlib.Path`; returns the path of the file or folder
        in it that becomes the entry. If it raises, there is none.
    notify : callable, optional
        Called without arguments before something is made.

    Returns
    -------
    :class:`pathlib.Path`
        ``target``.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _locked(target):
        if target.exists():
            os.utime(target)
            return target
        if notify is not None:
            notify()
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            made = make(Path(folder))
            made.replace(target)
            os.utime(target)
    prune(target.parent)
    return target


def prune(folder, *, limit=LIMIT, in_use=_IN_USE):
    """Delete the entries that were not asked for longest, until the others are small enough.

    Parameters
    ----------
    folder : :class:`pathlib.Path`
        Where they are.
    limit : :class:`int`
        Bytes that may remain.
    in_use : :class:`int`
        Seconds since it was last asked for during which an entry stays anyway.
    """
    entries = []
    for path in folder.iterdir():
        # Others prune as well: what is gone is none of ours.
        with contextlib.suppress(FileNotFoundError):
            if path.suffix != _LOCK:
                entries.append((path.stat().st_mtime, _size(path), path))
    total = sum(size for _, size, _ in entries)
    for asked, size, path in sorted(entries):
        if total <= limit or asked > time.time() - in_use:
            break
        with _locked(path, wait=False) as ours:
            if ours:
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
                _lock_of(path).unlink(missing_ok=True)
                total -= size


def _size(path):
    """Return the bytes of a file, or of all files in a folder."""
    return sum(file.stat().st_size for file in (path.rglob("*") if path.is_dir() else [path]))


def _lock_of(target):
    """Return the path of an entry's lock; two entries may have the same name but for the end."""
    return target.with_suffix(_LOCK)


@contextlib.contextmanager
def _locked(target, *, wait=True):
    """Hold an entry's lock and say so; without ``wait``, say False if somebody else has it."""
    path = _lock_of(target)
    while True:
        with open(path, "w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            # Whoever deletes an entry deletes its lock: then this one is worth nothing.
            if os.fstat(file.fileno()).st_nlink:
                yield True
                return
