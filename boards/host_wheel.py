"""Packs what a board's host needs into one wheel: no tools, no network, Python 3.10.

The wheel holds the program of :mod:`cli.host`, every module of the project that it
imports, and the firmware, all in one package ``ascon_xif_host``.

Source: PyPA specifications: binary distribution format 1.0, core metadata 2.1, entry points.
"""

import ast
import base64
import hashlib
import zipfile
from importlib.metadata import metadata
from pathlib import Path

from sw.board import FIRMWARE

__all__ = ["PACKAGE", "modules", "write_wheel"]

#: The package that the wheel installs.
PACKAGE = "ascon_xif_host"

_ROOT = Path(__file__).parents[1]
_PROJECT = ("boards", "cli", "hdl", "sim", "soc", "sw")
_ENTRIES = ("cli.host",)
_DATE = (1980, 1, 1, 0, 0, 0)


def modules():
    """Return the source file of every module that the host needs.

    Returns
    -------
    :class:`dict` of :class:`str` to :class:`pathlib.Path`
        By dotted name, packages included.
    """
    found, todo = {}, list(_ENTRIES)
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found[name] = _source(name)
        if "." in name:
            todo.append(name.rpartition(".")[0])
        todo += [imported for node in _imports(found[name].read_text(encoding="utf-8"))
                 for imported in _targets(node)]
    return dict(sorted(found.items()))


def write_wheel(folder, image):
    """Write the wheel.

    Parameters
    ----------
    folder : path-like
        Where.
    image : :class:`sw.contents.Image`
        The firmware.

    Returns
    -------
    :class:`pathlib.Path`
        The file: the same bytes for the same sources and image.
    """
    project = metadata("ascon-xif")
    version = project["Version"]
    info = f"{PACKAGE}-{version}.dist-info"
    files = {f"{PACKAGE}/__init__.py": f'"""{project["Summary"]}: the board\'s host."""\n'.encode(),
             f"{PACKAGE}/{FIRMWARE.name}": image.elf}
    for name, source in modules().items():
        path = name.replace(".", "/") + ("/__init__" if source.name == "__init__.py" else "")
        files[f"{PACKAGE}/{path}.py"] = _moved(source.read_text(encoding="utf-8")).encode()
    files |= {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE.replace('_', '-')}\n"
                            f"Version: {version}\nSummary: {project['Summary']}\n"
                            "Requires-Python: >=3.10\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: ascon-xif\nRoot-Is-Purelib: true\n"
                         b"Tag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n"
                                    f"ascon-xif = {PACKAGE}.cli.host:main\n".encode(),
    }
    record = f"{info}/RECORD"
    files[record] = "".join(f"{path},{_digest(content)},{len(content)}\n"
                            for path, content in files.items()).encode() + f"{record},,\n".encode()
    target = Path(folder) / f"{PACKAGE}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(zipfile.ZipInfo(path, _DATE), content, zipfile.ZIP_DEFLATED)
    return target


def _source(name):
    """Return the file of a module of the project."""
    path = _ROOT / name.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _imports(text):
    """Return the statements of a module that import from the project."""
    return [node for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] in _PROJECT]


def _targets(node):
    """Return the modules that a statement imports."""
    return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names
                           if _source(f"{node.module}.{alias.name}").exists())]


def _moved(text):
    """Let a module import from inside the package."""
    lines = text.splitlines(keepends=True)
    for node in _imports(text):
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line.replace("from ", f"from {PACKAGE}.", 1)
    return "".join(lines)


def _digest(content):
    """Return the checksum of a file, as RECORD spells it."""
    return "sha256=" + base64.urlsafe_b64encode(
        hashlib.sha256(content).digest()).rstrip(b"=").decode()
