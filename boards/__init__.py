"""Boards, build flows, utilization reports."""
