"""Watches an OBI bus and checks the manager's and the subordinate's rules.

Source: OBI v1.6, chapter 3. Own work instead of cocotbext-obi 1.1.0, which does not fit a core:
its bus needs an ``rready`` that managers who are always ready do not have; its monitor follows one
transfer at a time and so loses the second of two outstanding ones, and checks no rule; its device
decides a grant by the request of the cycle before, which a core may have replaced.
"""

from collections import deque
from dataclasses import dataclass

__all__ = ["Monitor", "Transfer"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A granted request; ``wdata`` only of the bytes in ``be``, 0 for a read."""

    addr:  int
    we:    int
    be:    int
    wdata: int


class Monitor:
    """Checks one bus; call :meth:`sample` once a cycle when everything has settled.

    Parameters
    ----------
    dut : cocotb handle
        Has the bus's flat names.
    prefix : :class:`str`
        What they begin with.
    outstanding : :class:`int`
        Transfers that may be without a response at a time.

    Attributes
    ----------
    transfers : :class:`list` of :class:`Transfer`
        In order of their grants.
    responses : :class:`int`
        How many were answered.
    held, deepest : :class:`int`
        Cycles in which a request waited for its grant; most transfers outstanding at a time.
    """

    def __init__(self, dut, prefix, *, outstanding=2):
        self._signals = {name: getattr(dut, prefix + name) for name in
                         ("req", "gnt", "addr", "we", "be", "wdata", "rvalid", "err")}
        self._prefix = prefix
        self._outstanding = outstanding
        self._waiting = deque()
        self._asked = None
        self._cycle = 0
        self.transfers = []
        self.responses = 0
        self.held = self.deepest = 0

    def _rule(self, holds, text):
        assert holds, f"{self._prefix}, cycle {self._cycle}: {text}"

    def sample(self):
        """Check this cycle."""
        now = {name: int(signal.value) for name, signal in self._signals.items()}
        if now["rvalid"]:
            self._rule(self._waiting, "response without a transfer granted in an earlier cycle")
            self._waiting.popleft()
            self.responses += 1
        if now["req"]:
            lanes = sum(0xff << 8 * i for i in range(4) if now["be"] >> i & 1)
            request = Transfer(now["addr"], now["we"], now["be"],
                               now["wdata"] & lanes if now["we"] else 0)
            self._rule(self._asked in (None, request), "request changed before its grant")
            self._rule(now["be"] in (1, 2, 4, 8, 3, 6, 12, 7, 14, 15),
                       f"byte enables {now['be']:04b} are not neighbours")
            lowest = (now["be"] & -now["be"]).bit_length() - 1
            self._rule(now["addr"] & 3 in (0, lowest),
                       f"address {now['addr']:#x} is not the first of bytes {now['be']:04b}")
            self._asked = None if now["gnt"] else request
            self.held += not now["gnt"]
            if now["gnt"]:
                self._waiting.append(request)
                self.transfers.append(request)
                self._rule(len(self._waiting) <= self._outstanding, "too many outstanding")
                self.deepest = max(self.deepest, len(self._waiting))
        else:
            self._rule(self._asked is None, "request withdrawn before its grant")
        self._cycle += 1
