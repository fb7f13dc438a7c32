"""Reports as rows of text, and as Markdown."""

from boards.report import RESOURCES

__all__ = ["clock_rows", "difference_rows", "markdown", "module_rows", "number", "tables",
           "used_row"]


def number(value, *, sign=False):
    """Return a number as tables show it, None as nothing."""
    if value is None:
        return ""
    form = "+" if sign else ""
    return f"{int(value):{form},}" if value == int(value) else f"{value:{form},.1f}"


def used_row(report):
    """Return what is in use, with its share of the device, for each of `RESOURCES`."""
    cells = []
    for key in RESOURCES:
        used, all_of_it = report.utilization.get(key), report.capacity.get(key)
        cells.append(number(used) + (f" ({used / all_of_it:.0%})"
                                     if used is not None and all_of_it else ""))
    return cells


def module_rows(report):
    """Return the parts of the design: name, then each of `RESOURCES`."""
    return [(name, *(number(figures.get(key)) for key in RESOURCES))
            for name, figures in report.modules.items()]


def clock_rows(report):
    """Return the clocks: name, target, reached, slack, verdict."""
    return [(clock.name, f"{clock.target_mhz:.2f}", f"{clock.fmax_mhz:.2f}",
             f"{clock.slack_ns:+.3f}", "met" if clock.met else "not met")
            for clock in report.clocks]


def difference_rows(one, other):
    """Return what differs between two reports: name, either value, difference.

    Resources, those of parts that both have, and the frequencies of clocks.
    """
    rows = []
    for key, title in RESOURCES.items():
        rows.append((title, one.utilization.get(key), other.utilization.get(key)))
    for name in (name for name in one.modules if name in other.modules):
        for key, title in RESOURCES.items():
            rows.append((f"{name}: {title}", one.modules[name].get(key),
                         other.modules[name].get(key)))
    slowest = [min((clock.fmax_mhz / clock.target_mhz, clock.fmax_mhz)
                   for clock in report.clocks)[1] if report.clocks else None
               for report in (one, other)]
    rows.append(("MHz of the tightest clock", *slowest))
    rows.append(("seconds", *(sum(report.seconds.values()) for report in (one, other))))
    return [(name, number(a), number(b), number(b - a, sign=True) if None not in (a, b) else "")
            for name, a, b in rows if (a or b)]


def _table(header, rows, left=1):
    def line(cells):
        return "| " + " | ".join(cells) + " |"
    rule = "|" + "|".join("---" if i < left else "---:" for i in range(len(header))) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])


def markdown(report):
    """Return a report as a page."""
    return f"# {report.title}\n\n{tables(report)}\n"


def tables(report, *, times=True):
    """Return what a report says, as Markdown; the time that it took only with ``times``."""
    parts = [
        f"{report.device} at {report.clock_hz / 1e6:g} MHz, preset {report.preset}; "
        + ", ".join(f"{name} {version}" for name, version in report.versions.items())
        + (f"; {sum(report.seconds.values()):.0f} seconds." if times else "."),
        _table(("part", *RESOURCES.values()),
               [("everything", *used_row(report)), *module_rows(report)]),
        _table(("clock", "target MHz", "reached MHz", "slack ns", ""), clock_rows(report)),
    ]
    if not report.timing_met:
        parts.append("**Timing is not met**: the bitstream may fail.")
    if report.power:
        parts.append(_table(("power", "W"), [(name, str(value))
                                             for name, value in report.power.items()
                                             if name != "how"])
                     + f"\n\n{report.power['how']}")
    return "\n\n".join(parts)
