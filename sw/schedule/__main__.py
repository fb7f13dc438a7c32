"""``python -m sw.schedule``: proves all programs and prints what they cost."""

from sw.schedule.report import report


def main():
    """Prove and print."""
    print(f"{'program':<14} {'rounds':>6} {'instructions':>12} {'a round':>8} {'cycles':>6} "
          f"{'bytes':>6}  proof")
    for row in report():
        print(f"{row.program:<14} {row.rounds:>6} {row.instructions:>12,} {row.per_round:>8.2f} "
              f"{row.cycles:>6,} {row.size:>6,}  proved")


if __name__ == "__main__":
    main()
