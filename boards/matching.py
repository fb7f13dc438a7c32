"""Maximum matching in a general graph.

Source: J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965), as a
breadth-first search with contracted blossoms. Sets of vertices are integers, a bit a vertex: the
graphs of pairing are dense, and a search looks at each vertex once instead of at each edge.
"""

__all__ = ["maximum_matching"]


def maximum_matching(neighbours, start=()):
    """Return a matching of the most vertices possible.

    Parameters
    ----------
    neighbours : list of :class:`int`
        For each vertex the set of its neighbours, bit ``v`` for vertex ``v``; symmetric.
    start : iterable of (:class:`int`, :class:`int`)
        A matching to begin with. What it matches stays matched, mostly to the same partner.

    Returns
    -------
    list of :class:`int` or None
        The partner of each vertex.

    Raises
    ------
    ValueError
        If ``start`` is not a matching of the graph.
    """
    mate = [None] * len(neighbours)
    for one, other in start:
        if not neighbours[one] >> other & 1 or mate[one] is not None or mate[other] is not None:
            raise ValueError(f"start must be a matching of the graph, {one}-{other} is not allowed")
        mate[one], mate[other] = other, one
    # A tree that could not be left never helps a later search: it is taken out of the graph.
    usable = (1 << len(neighbours)) - 1
    for root in range(len(neighbours)):
        if mate[root] is None:
            usable &= ~_Search(neighbours, mate, usable).run(root)
    return mate


class _Search:
    """The alternating tree that grows from a vertex without a partner.

    Even vertices are an even number of edges away from the root. A blossom, an odd cycle with what
    it contains, makes all its vertices even.
    """

    def __init__(self, neighbours, mate, usable):
        self._neighbours = neighbours
        self._mate = mate
        self._usable = usable
        self._parent = {}
        self._base = {}     # of a vertex in the tree: the base of its blossom, or itself
        self._blossom = {}  # of a base: the set of vertices
        self._even = 0
        self._odd = 0

    def run(self, root):
        """Augment the matching and return no vertex, or return the set of vertices in the tree."""
        queue = [root]
        self._add(root)
        self._even |= 1 << root
        for vertex in queue:
            while ahead := (self._neighbours[vertex] & self._usable & ~self._odd
                            & ~self._blossom[self._base[vertex]]):
                other = (ahead & -ahead).bit_length() - 1
                partner = self._mate[other]
                if self._even >> other & 1:
                    queue += self._contract(vertex, other)
                    continue
                self._parent[other] = vertex
                if partner is None:
                    self._augment(other)
                    return 0
                self._add(other)
                self._add(partner)
                self._odd |= 1 << other
                self._even |= 1 << partner
                queue.append(partner)
        return self._odd | self._even

    def _add(self, vertex):
        self._base[vertex] = vertex
        self._blossom[vertex] = 1 << vertex

    def _augment(self, end):
        while end is not None:
            before = self._parent[end]
            after = self._mate[before]
            self._mate[end], self._mate[before] = before, end
            end = after

    def _bases(self, vertex):
        """Yield the bases from an even vertex to the root."""
        while True:
            base = self._base[vertex]
            yield base
            if self._mate[base] is None:
                return
            vertex = self._parent[self._mate[base]]

    def _contract(self, one, other):
        """Contract the cycle that the edge of two even vertices closes; return who became even."""
        path = set(self._bases(one))
        top = next(base for base in self._bases(other) if base in path)
        merged = self._blossom[top]
        for vertex, child in ((one, other), (other, one)):
            while self._base[vertex] != top:
                partner = self._mate[vertex]
                merged |= self._blossom[self._base[vertex]] | self._blossom[self._base[partner]]
                self._parent[vertex] = child
                child = partner
                vertex = self._parent[partner]
        became_even = _bits(merged & self._odd)
        for vertex in _bits(merged):
            self._base[vertex] = top
        self._blossom[top] = merged
        self._odd &= ~merged
        self._even |= merged
        return became_even


def _bits(vertices):
    """Return the members of a set."""
    members = []
    while vertices:
        lowest = vertices & -vertices
        members.append(lowest.bit_length() - 1)
        vertices ^= lowest
    return members
