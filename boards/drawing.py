"""Pictures of a build: its floor plan, and how much of the device it takes."""

from boards.parts import PARTS
from boards.placement import ROWS
from boards.report import RESOURCES

__all__ = ["COLOURS", "floorplan", "utilization_chart"]

#: Colours by part, of Okabe and Ito: people with colour vision deficiencies can tell them apart.
COLOURS = dict(zip(PARTS, ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#7f7f7f"),
                   strict=True))

#: Pixels: of a table or flip-flop, between tiles, around the picture, of a line of text.
_CELL, _GAP, _MARGIN, _LINE = 3, 1, 16, 20
_TILE = ROWS * _CELL + _GAP

_STYLE = "font-family='DejaVu Sans, Verdana, sans-serif' font-size='13' fill='#222222'"


def _svg(width, height, body):
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}'>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>", *body, "</svg>", ""])


def _text(x, y, text, more=""):
    return f"<text x='{x}' y='{y}' {_STYLE} {more}>{text}</text>"


def _legend(y, parts):
    lines, x = [], _MARGIN
    for part in parts:
        lines += [f"<rect x='{x}' y='{y - 11}' width='12' height='12' fill='{COLOURS[part]}'/>",
                  _text(x + 17, y, part)]
        x += 34 + 8 * len(part)
    return lines


def floorplan(placed, title):
    """Return a picture of a placed design as SVG.

    Each tile has its tables to the left and its flip-flops to the right; a block RAM is a wide
    box. Tiles around that are empty are left out.

    Parameters
    ----------
    placed : list of :class:`boards.placement.Placed`
        The cells.
    title : :class:`str`
        What it is.
    """
    left, top = (min(getattr(cell, axis) for cell in placed) for axis in "xy")
    columns = max(cell.x for cell in placed) - left + 3
    rows = max(cell.y for cell in placed) - top + 1
    x0, y0 = _MARGIN, _MARGIN + 2 * _LINE
    width = max(columns * _TILE + 2 * _MARGIN, 560)
    height = y0 + rows * _TILE + _LINE + _MARGIN
    body = [_text(_MARGIN, _MARGIN + 8, title, "font-weight='bold'"),
            f"<rect x='{x0 - 3}' y='{y0 - 3}' width='{columns * _TILE + 5}' "
            f"height='{rows * _TILE + 5}' fill='#f4f4f4' stroke='#bbbbbb'/>"]
    for part in PARTS:
        mine = [cell for cell in placed if cell.part == part]
        path = [_box(x0 + (cell.x - left) * _TILE, y0 + (cell.y - top) * _TILE,
                     2 * _TILE - _GAP, _TILE - _GAP)
                for cell in mine if cell.kind == "ram"]
        path += [_box(x0 + (x - left) * _TILE + column * _CELL,
                      y0 + (y - top) * _TILE + row * _CELL, length * _CELL, _CELL)
                 for x, y, row, column, length in _runs(mine)]
        if path:
            body.append(f"<path fill='{COLOURS[part]}' d='{''.join(path)}'/>")
    body += _legend(y0 - 12, [part for part in PARTS if any(c.part == part for c in placed)])
    body.append(_text(_MARGIN, height - _MARGIN + 4,
                      "In each tile: tables to the left, flip-flops to the right. Wide: block RAM.",
                      "opacity='0.7'"))
    return _svg(width, height, body)


def _box(x, y, width, height):
    return f"M{x} {y}h{width}v{height}h-{width}z"


def _runs(cells):
    """Yield tile, row, column and length of cells that lie side by side."""
    places = sorted((cell.x, cell.y, cell.row, cell.column)
                    for cell in cells if cell.kind != "ram")
    start, length = None, 0
    for place in dict.fromkeys(places):
        if start and place == (*start[:3], start[3] + length):
            length += 1
            continue
        if start:
            yield *start, length
        start, length = place, 1
    if start:
        yield *start, length


def utilization_chart(report):
    """Return a chart as SVG: of each resource that the device's size is known of, the share in use.

    Parameters
    ----------
    report : :class:`boards.report.Report`
        Parts are told apart where all of them are known.
    """
    keys = [key for key in RESOURCES
            if report.capacity.get(key) and report.utilization.get(key) is not None]
    largest = max(report.utilization[key] / report.capacity[key] for key in keys)
    scale = next((step for step in (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1) if largest <= step), largest)
    x0, y0, full, bar = 120, _MARGIN + 3 * _LINE, 480, 22
    height = y0 + (bar + 14) * len(keys) + _LINE + _MARGIN
    body = [_text(_MARGIN, _MARGIN + 8, f"{report.title}: share of the {report.device} in use",
                  "font-weight='bold'"), *_legend(y0 - 22, PARTS)]
    for line in range(5):
        x = x0 + full * line / 4
        body += [f"<path d='M{x:g} {y0 - 6}V{height - _MARGIN - _LINE}' stroke='#dddddd'/>",
                 _text(f"{x:g}", height - _MARGIN, f"{100 * scale * line / 4:.3g} %",
                       "text-anchor='middle'")]
    for number, key in enumerate(keys):
        y = y0 + number * (bar + 14)
        used, capacity = report.utilization[key], report.capacity[key]
        body.append(_text(x0 - 10, y + 16, RESOURCES[key], "text-anchor='end'"))
        x, known = x0, 0
        for part in PARTS:
            amount = report.modules.get(part, {}).get(key) or 0
            known += amount
            if amount:
                width = full * amount / capacity / scale
                body.append(f"<rect x='{x:.2f}' y='{y}' width='{width:.2f}' height='{bar}' "
                            f"fill='{COLOURS[part]}'/>")
                x += width
        if known < used:
            width = full * (used - known) / capacity / scale
            body.append(f"<rect x='{x:.2f}' y='{y}' width='{width:.2f}' height='{bar}' "
                        "fill='#cccccc'/>")
            x += width
        body.append(_text(f"{x + 6:.2f}", y + 16, f"{used:,g}"))
    return _svg(x0 + full + 90, height, body)
