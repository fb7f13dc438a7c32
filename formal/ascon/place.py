"""A bit of the state for properties to look at: any one of several, the same in the whole run."""

from amaranth.asserts import AnyConst
from amaranth.hdl import Array, Signal, Value

from formal.check import assume

__all__ = ["EVERYWHERE", "FEW", "SOME", "Place"]

#: All bits of the state.
EVERYWHERE = range(320)

#: One of each word, in all bytes, and those that padding and domain separation flip.
SOME = (*(32 * word + (7 + 10 * word) % 32 for word in range(10)), 0, 63, 256, 319)

#: Those that padding and domain separation flip, little-endian, and one of an odd and of an even
#: word.
FEW = (0, 63, 195, 319)


class Place:
    """One of some bits of the state.

    Parameters
    ----------
    m : :class:`amaranth.hdl.Module`
        Gets the choice.
    places : sequence of :class:`int`
        The bits.
    """

    def __init__(self, m, places):
        self._places = places
        self._number = Signal(range(len(places)))
        m.d.comb += self._number.eq(AnyConst(len(self._number)))
        assume(m, self._number < len(places))

    def of(self, state):
        """Return this bit of a state."""
        state = Value.cast(state)
        return Array(state[place] for place in self._places)[self._number]

    def of_word(self, word):
        """Return the bit of a word that is as far up."""
        return Array(word[place % 32] for place in self._places)[self._number]
