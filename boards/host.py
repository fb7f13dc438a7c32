"""What a board that runs Linux gets beside its bitstream: the host's wheel and notebook."""

import tempfile
from pathlib import Path

from boards.host_notebook import write_notebook
from boards.host_wheel import write_wheel

__all__ = ["host_files"]


def host_files(image):
    """Return the files, :class:`bytes` by name.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The firmware.
    """
    with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
        paths = (write_wheel(folder, image), write_notebook(Path(folder)))
        return {path.name: path.read_bytes() for path in paths}
