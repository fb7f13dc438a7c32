"""The launcher, with stand-ins for Python, pip and the command line: what it does when."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

#: What the launcher may call of a system.
SYSTEM = ("sh", "env", "readlink", "dirname", "cat", "cksum", "head", "tail", "mkdir", "rm", "id",
          "flock", "touch")

#: Stands in for a virtual environment's Python; notes what pip is asked for.
PYTHON = """\
#!/bin/sh
case "$*" in
-V) echo Python 3.11.2 ;;
"-m pip install"*) echo "pip $*" >>"{notes}"; exit {pip_status} ;;
"-m find_libpython") echo libpython ;;
esac
"""

#: Stands in for the command line.
PROGRAM = """\
#!/bin/sh
echo "ran with: $*"
"""

#: Stands in for the system's Python: its venv module makes the other two.
SYSTEM_PYTHON = """\
#!/bin/sh
case "$*" in
"-m venv"*)
    echo "venv" >>"{notes}"
    mkdir -p "$3/bin"
    cp "{stubs}/python" "{stubs}/ascon-xif" "$3/bin/" ;;
"-c import ensurepip") exit {ensurepip_status} ;;
esac
"""


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


class Checkout:
    """A checkout with the real launcher and stand-ins for everything else."""

    def __init__(self, folder, *, tools=("g++", "make", "perl"), pip_status=0, ensurepip_status=0):
        self.root = folder / "a checkout"
        self.notes = folder / "notes"
        self.bin = folder / "bin"
        self.root.mkdir(parents=True)
        self.bin.mkdir()
        shutil.copy(ROOT / "ascon-xif", self.root)
        (self.root / "pyproject.toml").write_text("[project]\n")
        for name in (*SYSTEM, "cp"):
            if found := shutil.which(name):
                (self.bin / name).symlink_to(found)
        for name in tools:
            script(self.bin / name, "#!/bin/sh\n")
        names = {"notes": self.notes, "stubs": folder / "stubs", "pip_status": pip_status,
                 "ensurepip_status": ensurepip_status}
        script(folder / "stubs" / "python", PYTHON.format(**names))
        script(folder / "stubs" / "ascon-xif", PROGRAM)
        script(self.bin / "python3", SYSTEM_PYTHON.format(**names))

    def run(self, *arguments, path=None, cwd="/"):
        done = subprocess.run([path or self.root / "ascon-xif", *arguments], cwd=cwd, check=False,
                              env={"PATH": str(self.bin)}, capture_output=True, text=True)
        done.did = self.notes.read_text().split("\n")[:-1] if self.notes.exists() else []
        self.notes.unlink(missing_ok=True)
        return done

    @property
    def venv(self):
        return self.root / ".venv"


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


INSTALL = "pip -m pip install --progress-bar off --editable .[dev]"


def test_first_run_sets_up_and_runs_and_the_second_only_runs(checkout):
    first = checkout.run("kat", "--file", "a b")
    assert first.returncode == 0, first.stderr
    assert first.stdout == "ran with: kat --file a b\n"
    assert first.did == ["venv", INSTALL]
    second = checkout.run("isa")
    assert (second.stdout, second.stderr, second.did) == ("ran with: isa\n", "", [])


def test_through_a_link_from_elsewhere(checkout, tmp_path):
    link = tmp_path / "elsewhere" / "ax"
    link.parent.mkdir()
    link.symlink_to(checkout.root / "ascon-xif")
    assert checkout.run(path=link).did == ["venv", INSTALL]
    assert checkout.run(path=link, cwd=tmp_path).did == []


def test_changed_dependencies_are_installed_into_the_same_environment(checkout):
    checkout.run()
    (checkout.root / "pyproject.toml").write_text("[project]\nname = 1\n")
    assert checkout.run().did == [INSTALL]
    assert checkout.run().did == []


def test_other_python_is_noticed(checkout):
    checkout.run()
    python = checkout.venv / "bin" / "python"
    python.write_text(python.read_text().replace("3.11.2", "3.12.0"))
    assert checkout.run().did == [INSTALL]


def test_half_made_environment_is_made_again(checkout):
    checkout.run()
    (checkout.venv / "ascon-xif.unfinished").touch()
    (checkout.venv / "rest").touch()
    assert checkout.run().did == ["venv", INSTALL]
    assert not (checkout.venv / "rest").exists()


def test_environment_without_python_is_made_again(checkout):
    checkout.run()
    (checkout.venv / "bin" / "python").unlink()
    assert checkout.run().did == ["venv", INSTALL]


def test_moved_environment_is_made_again(checkout):
    checkout.run()
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    assert checkout.run().did == ["venv", INSTALL]


def test_somebody_elses_environment_is_kept(checkout):
    checkout.run()
    (checkout.venv / "ascon-xif.stamp").unlink()
    assert checkout.run().did == [INSTALL]


def test_failed_installation_is_shown_and_tried_anew(tmp_path):
    checkout = Checkout(tmp_path, pip_status=1)
    done = checkout.run("isa")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "installing the Python packages failed" in done.stderr
    assert checkout.run("isa").did == ["venv", INSTALL]


def test_missing_tools_are_named_and_do_not_stop_the_rest(tmp_path):
    checkout = Checkout(tmp_path, tools=("make",))
    done = checkout.run("isa")
    assert done.returncode == 0
    assert "compiling the simulation needs g++ perl" in done.stderr
    assert done.stdout == "ran with: isa\n"


def test_missing_venv_module_is_named(tmp_path):
    checkout = Checkout(tmp_path, ensurepip_status=1)
    done = checkout.run("isa")
    assert done.returncode == 3
    assert "virtual environment" in done.stderr
    assert not checkout.venv.exists()


def test_missing_python_is_named(tmp_path):
    checkout = Checkout(tmp_path)
    (checkout.bin / "python3").unlink()
    done = checkout.run("isa")
    assert done.returncode == 3
    assert "Python 3.11 or newer is needed" in done.stderr


def test_tools_are_installed_where_root_may(tmp_path):
    checkout = Checkout(tmp_path, tools=("make", "perl"))
    script(checkout.bin / "sudo", '#!/bin/sh\n[ "$1" = -n ] && shift && exec "$@"\n')
    script(checkout.bin / "true", "#!/bin/sh\n")
    script(checkout.bin / "apt-get", f'#!/bin/sh\necho "apt-get $*" >>"{checkout.notes}"\n')
    update, install, *rest = checkout.run("isa").did
    assert update.endswith(" update")
    assert install.endswith(" -y --no-install-recommends install g++")
    assert rest == ["venv", INSTALL]


@pytest.mark.full
def test_really(tmp_path):
    """The real thing: a virtual environment and pip from the network."""
    root = tmp_path / "checkout"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split("\0")
    for name in filter(None, files):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPATH", "VIRTUAL_ENV")} | {"PYTHON": sys.executable}
    for _ in range(2):
        done = subprocess.run([root / "ascon-xif", "--version"], cwd=tmp_path, check=True,
                              env=environment, capture_output=True, text=True)
        assert done.stdout.startswith("ascon-xif 0.")
    assert done.stderr == ""
