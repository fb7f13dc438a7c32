"""FASM of a placed design and of a decoded bitstream."""

import pytest

from boards.fasm import Database, bits_of, difference

PLACED = """\
# a comment
CLB_X1Y2.LUT[3:0] = 4'b1010  # two bits
CLB_X1Y2.FF.INIT = 0
CLB_X1Y2.FF.ON { .attribute = "value" }

INT_X0Y0.A.B
INT_X0Y0.C.D
BRAM_X5Y5.WIDTH[7:4] = 4'h9
BRAM_X5Y5.FLAG[0]
"""


def test_bits():
    assert bits_of(PLACED) == {
        "CLB_X1Y2.LUT[1]", "CLB_X1Y2.LUT[3]", "CLB_X1Y2.FF.ON", "INT_X0Y0.A.B", "INT_X0Y0.C.D",
        "BRAM_X5Y5.WIDTH[4]", "BRAM_X5Y5.WIDTH[7]", "BRAM_X5Y5.FLAG"}
    assert bits_of("A[5]\nB = 1'd1\nC[2:1] = 2'o3") == {"A[5]", "B", "C[1]", "C[2]"}


@pytest.mark.parametrize("line", ["A B", "A = 2'x1", "A[1:0] 3"])
def test_other_lines(line):
    with pytest.raises(ValueError, match=r"line 2 is no FASM"):
        bits_of(f"A.B\n{line}\n")


@pytest.fixture
def database(tmp_path):
    (tmp_path / "ppips_int.db").write_text("INT.C.D always\n")
    (tmp_path / "segbits_clb.db").write_text("CLB.LUT[1] 01_02\nCLB.IDLE !01_03 !01_04\n"
                                             "CLB.EVER 01_05\nCLB.MORE !01_06 01_07\n")
    (tmp_path / "segbits_clb.origin_info.db").write_text("CLB.IDLE origin:x 01_03\n")
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "required_features.fasm").write_text("CLB_X9Y9.EVER\n")
    return Database(tmp_path, "part")


def test_difference(database):
    """Only what means another content of the bitstream is left."""
    decoded = ("CLB_X1Y2.LUT[1]\nCLB_X1Y2.LUT[3]\nCLB_X1Y2.FF.ON\nINT_X0Y0.A.B\n"
               "BRAM_X5Y5.WIDTH[4]\nBRAM_X5Y5.WIDTH[7]\nBRAM_X5Y5.FLAG[0]\n"
               "CLB_X1Y2.IDLE\nCLB_X9Y9.EVER\n")
    assert difference(PLACED, decoded, database) == (set(), set())
    lost = decoded.replace("INT_X0Y0.A.B\n", "").replace("CLB_X1Y2.LUT[3]\n", "")
    assert difference(PLACED, lost, database) == ({"INT_X0Y0.A.B", "CLB_X1Y2.LUT[3]"}, set())
    for more in ("CLB_X1Y2.MORE", "CLB_X1Y2.EVER", "CLB_X3Y3.UNKNOWN"):
        assert difference(PLACED, decoded + more, database) == (set(), {more})
