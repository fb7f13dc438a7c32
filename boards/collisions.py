"""Memories that may return anything when a word is read and written at once.

Amaranth has an attribute for that, ``no_rw_check``, but Yosys looks at it only where it turns
registers into read ports itself; ports that are clocked from the start say it in a parameter.

Source: Yosys, ``help $memrd_v2``, ``help memory_dff``.
"""

import re

__all__ = ["allow_collisions"]

_MODULE = re.compile(r"^module .*?^end$", re.MULTILINE | re.DOTALL)
_MEMORY = re.compile(r"attribute \\no_rw_check 1\n(?:\s*attribute .*\n)*\s*memory .*(\\\S+)\n")
_READ = re.compile(r"^  cell \$memrd_v2 .*?^  end$", re.MULTILINE | re.DOTALL)
_MASK = re.compile(r"(parameter \\COLLISION_X_MASK \d+')(0+)$", re.MULTILINE)


def allow_collisions(design):
    """Return RTLIL with the parameter set where a memory has the attribute ``no_rw_check``."""
    return _MODULE.sub(lambda module: _in_module(module[0]), design)


def _in_module(text):
    names = set(_MEMORY.findall(text))
    if not names:
        return text

    def mark(cell):
        name = re.search(r'parameter \\MEMID "\\(\\\S+)"', cell[0])
        if name is None or name[1] not in names:
            return cell[0]
        return _MASK.sub(lambda mask: mask[1] + "1" * len(mask[2]), cell[0])

    return _READ.sub(mark, text)
