"""Random programs: every record of RVFI equals the model's."""

import random
from collections import Counter

import pytest
from core_follow import follow
from core_lines import RandomLines
from core_machine import run
from core_model import Model
from core_programs import DATA, program

from sim.core.coprocessor import Coprocessor

#: Buses and coprocessor: none, some and many wait states.
SETTINGS = {
    "zero-wait": {},
    "slow-data": {"dwait": 2, "ddelay": 3},
    "slow-fetch": {"iwait": 2, "idelay": 2},
    "slow-all": {"iwait": 1, "idelay": 1, "dwait": 1, "ddelay": 2, "k": 5},
    "slow-answers": {"ddelay": 4, "idelay": 4, "k": 4},
    "slow-coprocessor": {"k": 7},
}


def compare(seed, length, settings, *, derrors=(), rate=0.0, extensions=frozenset(),
            **core_options):
    """Run a random program and its model; return the run."""
    generator = random.Random(seed)
    words = program(generator, length, extensions)
    core_options |= dict.fromkeys(extensions, True)
    data = {DATA + 4 * i: generator.getrandbits(32) for i in range(-4, 16)}
    ierrors = [4 * generator.randrange(len(words) - length, len(words)) for _ in range(2)]
    settings = dict(settings)
    if generator.random() < 0.5 and "k" in settings:
        settings["busy"] = lambda: generator.choice((0, 0, 1, 3))
    result = run(words, data=data, unit=Coprocessor(), seed=seed, count=int(1.2 * length),
                 cycles=100 * length, ierrors=ierrors, derrors=derrors,
                 irq=RandomLines(random.Random(seed), rate), **core_options, **settings)
    memory = dict(data) | {4 * i: word for i, word in enumerate(words)}
    model = Model(memory, unit=Coprocessor(), ierrors=ierrors, derrors=derrors,
                  extensions=extensions)
    result.interrupts = follow(result, model, where=f"seed {seed},")
    return result


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("seed", range(3))
def test_random_program(name, seed):
    print(f"seed {seed}")
    result = compare(seed * 100 + list(SETTINGS).index(name), 300, SETTINGS[name])
    # Every transaction of the coprocessor got its commit, and its result unless killed.
    for entry in result.link.log[:-3]:
        assert entry.commit is not None
        assert (entry.result is not None) == (not entry.kill)


@pytest.mark.parametrize("name", SETTINGS)
def test_random_program_with_bus_errors(name):
    """Short programs, since an error inside the handler of an exception loses the way back."""
    interrupts = 0
    for i in range(4):
        seed = 500 + 10 * i + list(SETTINGS).index(name)
        print(f"seed {seed}")
        result = compare(seed, 80, SETTINGS[name], derrors=(DATA + 8, DATA + 16))
        interrupts += sum(cause & 0x400 != 0 for cause in result.interrupts)
    assert interrupts > 3


@pytest.mark.parametrize("name", SETTINGS)
def test_random_program_with_interrupts(name):
    """They come at any time, in any number; now and then with bus errors."""
    taken = Counter()
    for i, (rate, derrors) in enumerate(((0.02, ()), (0.1, ()), (0.03, (DATA + 8, DATA + 16)))):
        seed = 600 + 10 * i + list(SETTINGS).index(name)
        print(f"seed {seed}")
        result = compare(seed, 200 if not derrors else 80, SETTINGS[name], rate=rate,
                         derrors=derrors)
        taken.update(result.interrupts)
    print(taken)
    assert sum(taken.values()) > 10


#: Each by itself, since its logic must not need another's, and the usual combination.
ISAS = ("m", "c", "zba", "zbb", "zbs", "zbkb", "m c")


@pytest.mark.parametrize("isa", ISAS)
def test_random_program_of_extensions(isa):
    for i, name in enumerate(("zero-wait", "slow-all")):
        seed = 700 + 10 * ISAS.index(isa) + i
        print(f"seed {seed}")
        compare(seed, 120, SETTINGS[name], extensions=frozenset(isa.split()))


@pytest.mark.parametrize("name", SETTINGS)
def test_random_program_of_all_extensions(name):
    extensions = frozenset("m c zba zbb zbs zbkb".split())
    seed = 900 + list(SETTINGS).index(name)
    print(f"seed {seed}")
    compare(seed, 400, SETTINGS[name], extensions=extensions)
    compare(seed, 80, SETTINGS[name], extensions=extensions, derrors=(DATA + 8, DATA + 16),
            rate=0.03)


def test_flip_flop_registers():
    print("seed 7")
    compare(7, 300, SETTINGS["zero-wait"], register_file="flip-flops")
