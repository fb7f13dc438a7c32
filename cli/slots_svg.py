"""Turns of inner loops as a picture, and the same in letters."""

from itertools import groupby
from xml.sax.saxutils import escape

from cli.figure import GREY
from cli.names import NAMES
from sim.slots import Core

__all__ = ["draw_slots", "slots_text"]

#: Pixels: a cycle's width, a lane's height, the names on the left, a heading.
_WIDTH, _HEIGHT, _LEFT, _HEAD = 42, 22, 116, 34

#: Space between blocks, and around everything.
_GAP, _EDGE = 12, 14

_LETTER = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12"'
_WORD = 'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="12"'

#: Fill, text in the cell if there is no instruction, and what the legend says.
_CORE = {
    Core.COPROCESSOR: ("#9fc8e8", "", "coprocessor instruction"),
    Core.LOAD:        ("#bfe3c0", "", "load"),
    Core.STORE:       ("#8fcf95", "", "store"),
    Core.OTHER:       ("#dddddd", "", "other"),
    Core.JUMP:        ("#ffffff", "-", "jump"),
    Core.WAIT:        ("#f6d3d0", "~", "waits"),
}
_EXECUTES, _ROUND, _IDLE = "#9fc8e8", "#f6c667", "#ffffff"


def _blocks(turn):
    """Yield groups of blocks that are alike: the first one's number, how many, its columns."""
    number = 1
    for block, alike in groupby(turn.blocks):
        count = len(list(alike))
        yield number, count, block
        number += count


def _title(turn):
    blocks = len(turn.blocks)
    return (f"{NAMES[turn.member]}, {turn.preset}: {turn.cycles} cycles for {turn.size} bytes in "
            f"{blocks} {'block' if blocks == 1 else 'blocks'}")


def _number(number, count):
    return f"block {number}" if count == 1 else f"blocks {number}-{number + count - 1}"


def _core(column):
    return column.text + (">" if column.starts else "") if column.text else _CORE[column.core][1]


def _state(column):
    return column.executes or ("#" if column.works else "")


def slots_text(turns):
    """Return the drawing in letters.

    Parameters
    ----------
    turns : iterable of :class:`sim.slots.Turn`
        What is drawn.
    """
    lines = []
    for turn in turns:
        lines += [_title(turn), ""]
        for number, count, block in _blocks(turn):
            for name, cells in ((_number(number, count), range(len(block))),
                                ("core", map(_core, block)), ("state", map(_state, block))):
                lines.append(f"{name:12}" + "".join(f"{cell:<6}" for cell in cells))
            lines.append("")
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def draw_slots(turns):
    """Return the drawing as SVG.

    Parameters
    ----------
    turns : list of :class:`sim.slots.Turn`
        What is drawn.
    """
    longest = max(len(block) for turn in turns for block in turn.blocks)
    body, y = [], _EDGE
    for turn in turns:
        body.append(_text(_EDGE, y + 18, _title(turn), f"{_WORD} font-weight=\"bold\""))
        y += _HEAD
        for number, count, block in _blocks(turn):
            body += _row(y, _number(number, count), block)
            y += 2 * _HEIGHT + _GAP
        y += _GAP
    body += _legend(y)
    width, height = _LEFT + longest * _WIDTH + 2 * _EDGE, y + _HEIGHT + _EDGE
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *body, "</svg>", ""])


def _row(y, name, block):
    """Return the elements of a block: its two lanes, and their names."""
    made = [_text(_EDGE, y + 15, name, f'{_WORD} fill="{GREY}"')]
    for lane, title in enumerate(("core", "state")):
        made.append(_text(_EDGE + _LEFT - 8, y + lane * _HEIGHT + 15, title,
                          f'{_WORD} fill="{GREY}" text-anchor="end"'))
    for number, column in enumerate(block):
        x = _EDGE + _LEFT + number * _WIDTH
        state = _EXECUTES if column.executes else _ROUND if column.works else _IDLE
        made += _cell(x, y, _CORE[column.core][0], _core(column))
        made += _cell(x, y + _HEIGHT, state, "" if state == _ROUND else _state(column))
    return made


def _cell(x, y, fill, text):
    return [f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" fill="{fill}" '
            f'stroke="{GREY}" stroke-width="0.6"/>',
            *([_text(x + _WIDTH // 2, y + 15, text, f'{_LETTER} text-anchor="middle"')]
              if text else [])]


def _legend(y):
    made, x = [], _EDGE
    for fill, title in ((_CORE[kind][0], _CORE[kind][2]) for kind in Core):
        made += _key(x, y, fill, title)
        x += 38 + 7 * len(title)
    return made + _key(x, y, _ROUND, "round")


def _key(x, y, fill, title):
    return [f'<rect x="{x}" y="{y}" width="14" height="14" fill="{fill}" stroke="{GREY}" '
            'stroke-width="0.6"/>', _text(x + 20, y + 12, title, f'{_WORD} fill="{GREY}"')]


def _text(x, y, text, style):
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
