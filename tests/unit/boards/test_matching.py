"""Maximum matching against all matchings of small graphs."""

import random
from functools import cache

import pytest

from boards.matching import maximum_matching


def graph(count, edges):
    neighbours = [0] * count
    for one, other in edges:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    return neighbours


def most_edges(neighbours):
    """Try every matching."""
    @cache
    def of(vertices):
        if not vertices:
            return 0
        one = vertices.bit_length() - 1
        rest = vertices ^ 1 << one
        return max([of(rest)] + [1 + of(rest ^ 1 << other) for other in range(one)
                                 if neighbours[one] & rest & 1 << other])

    return of((1 << len(neighbours)) - 1)


def check(neighbours, start=()):
    partners = maximum_matching(neighbours, start)
    for one, other in enumerate(partners):
        assert other is None or (partners[other] == one and neighbours[one] >> other & 1)
    return partners


def random_graph(seed):
    rng = random.Random(seed)
    count = rng.randint(0, 13)
    density = rng.choice((0.1, 0.2, 0.3, 0.6))
    edges = [(one, other) for one in range(count) for other in range(one)
             if rng.random() < density]
    start = []
    for edge in rng.sample(edges, len(edges)):
        if rng.random() < 0.5 and not {*edge} & {vertex for pair in start for vertex in pair}:
            start.append(edge)
    return graph(count, edges), start


@pytest.mark.parametrize("seed", range(500))
def test_no_matching_is_larger(seed):
    neighbours, start = random_graph(seed)
    partners = check(neighbours, start)
    assert len([one for one in partners if one is not None]) == 2 * most_edges(neighbours)
    for one, other in start:
        assert partners[one] is not None
        assert partners[other] is not None


def test_odd_cycles_in_odd_cycles():
    # A triangle on a pentagon on a path: only through both is there a way to the last vertex.
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (4, 5), (5, 6), (6, 4), (6, 7), (2, 8), (8, 9)]
    neighbours = graph(10, edges)
    partners = check(neighbours, [(1, 2), (3, 4), (5, 6)])
    assert None not in partners


def test_long_path_is_turned_over():
    count = 2000
    neighbours = graph(count, [(one, one + 1) for one in range(count - 1)])
    partners = check(neighbours, [(one, one + 1) for one in range(1, count - 1, 2)])
    assert None not in partners


def test_enough_is_left_as_it_is():
    neighbours = graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    assert maximum_matching(neighbours, [(1, 2), (3, 0)]) == [3, 2, 1, 0]


@pytest.mark.parametrize("start", [[(0, 2)], [(0, 1), (1, 2)], [(0, 0)]])
def test_start_must_be_a_matching(start):
    with pytest.raises(ValueError, match="start must be a matching"):
        maximum_matching(graph(3, [(0, 1), (1, 2)]), start)
