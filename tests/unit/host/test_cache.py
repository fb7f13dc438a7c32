"""What takes long is made once, also by parallel processes; what nobody asks for goes."""

import multiprocessing
import os
import time

import pytest

from sw.cache import cached, digest, prune


def writer(text, log=None):
    def make(folder):
        if log is not None:
            log.append(text)
        made = folder / "made"
        made.write_text(text)
        return made
    return make


def test_made_once(tmp_path):
    target, log, told = tmp_path / "new" / "entry.txt", [], []
    for text in ("first", "second"):
        assert cached(target, writer(text, log), notify=lambda: told.append(1)) == target
        assert target.read_text() == "first"
    assert (log, told) == (["first"], [1])
    assert sorted(path.name for path in target.parent.iterdir()) == ["entry.lock", "entry.txt"]


def test_folders_are_entries_too(tmp_path):
    def make(folder):
        (folder / "made").mkdir()
        (folder / "made" / "a").write_text("a")
        (folder / "rest").write_text("not kept")
        return folder / "made"

    target = cached(tmp_path / "entry", make)
    assert [path.name for path in target.iterdir()] == ["a"]


def test_nothing_is_kept_of_a_failure(tmp_path):
    def fail(folder):
        (folder / "half").write_text("half")
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        cached(tmp_path / "entry", fail)
    assert [path.name for path in tmp_path.iterdir()] == ["entry.lock"]
    assert cached(tmp_path / "entry", writer("right")).read_text() == "right"


def slow(target, queue):
    def make(folder):
        queue.put("made")
        time.sleep(0.3)
        return writer("text")(folder)
    queue.put(cached(target, make).read_text())


def test_parallel_processes_make_once(tmp_path):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    processes = [context.Process(target=slow, args=(tmp_path / "entry", queue)) for _ in range(3)]
    for process in processes:
        process.start()
    found = [queue.get(timeout=30) for _ in range(4)]
    for process in processes:
        process.join()
    assert sorted(found) == ["made", "text", "text", "text"]


def fill(folder):
    """Make entries of 100 bytes, the first one not asked for longest."""
    for age, name in ((400, "a"), (300, "b"), (200, "c"), (0, "d")):
        target = cached(folder / f"{name}.txt", writer(100 * name))
        os.utime(target, (time.time() - age,) * 2)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_pruned_by_size_and_age(tmp_path):
    fill(tmp_path)
    prune(tmp_path, limit=400, in_use=0)
    assert len(names(tmp_path)) == 8
    prune(tmp_path, limit=250, in_use=250)
    assert names(tmp_path) == ["c.lock", "c.txt", "d.lock", "d.txt"]
    prune(tmp_path, limit=0, in_use=100)
    assert names(tmp_path) == ["d.lock", "d.txt"]


def test_asking_keeps(tmp_path):
    fill(tmp_path)
    cached(tmp_path / "a.txt", writer("never"))
    prune(tmp_path, limit=200, in_use=0)
    assert names(tmp_path) == ["a.lock", "a.txt", "d.lock", "d.txt"]


def test_what_is_being_made_stays(tmp_path):
    fill(tmp_path)

    def make(folder):
        prune(tmp_path, limit=0, in_use=100)
        return writer("new")(folder)

    (tmp_path / "a.txt").unlink()
    assert cached(tmp_path / "a.txt", make).read_text() == "new"
    assert names(tmp_path) == ["a.lock", "a.txt", "d.lock", "d.txt"]


def test_digests_differ_where_texts_do():
    found = {digest(*texts) for texts in ((), ("",), ("", ""), ("ab",), ("a", "b"), ("b", "a"))}
    assert len(found) == 6
    assert all(len(name) == 16 for name in found)
