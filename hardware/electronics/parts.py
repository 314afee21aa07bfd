"""Every part that is bought for the circuit boards: number, second source, symbol, footprint, height, price.

Prices are rounded estimates for the amounts of one long board, in US dollars: for planning, not quotations.
Where two makers are named their parts share package and pins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the parts list; `symbol` and `footprint` are KiCad library names ("library:name")."""

    key: str
    value: str
    what: str
    symbol: str
    footprint: str
    maker: str
    number: str
    second: str
    height_mm: float
    price_usd: float
    bought: bool = True
    """Whether somebody buys it; a solder bridge or a bore is only copper."""

    @property
    def order(self) -> Order:
        """Its order numbers, as far as any was seen."""
        return ORDERS.get(self.key, Order())

    @property
    def lcsc(self) -> str:
        """The order number at LCSC, which JLCPCB places by; empty where none was found: ask by the maker's number."""
        return self.order.lcsc


@dataclass(frozen=True, slots=True)
class Order:
    """Order numbers of a part, and where they were seen: none was looked up at a shop."""

    lcsc: str = ""
    other: str = ""
    """At DigiKey or Mouser."""
    seen: str = "no number seen"


ORDERS: Final = {
    "chip": Order("", "Mouser 771-74HC165PW-T (Nexperia's)", "one public parts list; none for LCSC"),
    "buffer": Order("C18213", "", "two public parts lists, one with LCSC's stock of 2026 (about 7,000)"),
    "tvs": Order("C13612", "", "four public parts lists"),
    "1k": Order("C22548", "DigiKey 311-1.00KHRCT-ND", "LCSC in two public parts lists, DigiKey in one"),
    "10k": Order(
        "C98220",
        "DigiKey 311-10.0KHRCT-ND",
        "LCSC in six public parts lists with its address, DigiKey in one",
    ),
    "100k": Order("C14675", "", "two public parts lists, one with LCSC's address"),
    "33R": Order(
        "C108661", "Mouser 603-RC0603FR-0733RL", "one public parts list each, both with the shop's address"
    ),
    "330R": Order("", "DigiKey product 727162", "one public parts list; none for LCSC"),
    "100n": Order("C1591", "DigiKey 1276-1000-1-ND", "LCSC in three public parts lists, DigiKey in one"),
    "10u": Order("C15850", "", "six public parts lists"),
    "plug8": Order(
        "C265111",
        "",
        "two public parts lists; one saw 5 in stock in July 2026: look first, see second source",
    ),
    "button": Order("C963349", "", "one public parts list; DigiKey product 2754805 is the PM"),
    "hall": Order("C266120", "", "one public parts list"),
}
"""Part -> order numbers, from public parts lists of other projects: compare the maker's number that the shop shows
before you order."""

_GH = "Connector_JST:JST_GH_SM{n:02d}B-GHS-TB_1x{n:02d}-1MP_P1.25mm_Horizontal"


def _resistor(value: str, code: str, vishay: str) -> Part:
    return Part(
        value,
        value,
        f"resistor {value} 1 % 0603",
        "Device:R",
        "Resistor_SMD:R_0603_1608Metric",
        "Yageo",
        f"RC0603FR-07{code}L",
        f"Vishay CRCW0603{vishay}FKEA",
        0.55,
        0.01,
    )


_ALL = (
    Part(
        "chip",
        "74HC165",
        "shift register, 8 inputs, TSSOP-16",
        "74xx:74HC165",
        "Package_SO:TSSOP-16_4.4x5mm_P0.65mm",
        "Texas Instruments",
        "SN74HC165PWR",
        "Nexperia 74HC165PW,118",
        1.2,
        0.25,
    ),
    Part(
        "buffer",
        "74LVC3G17",
        "three Schmitt buffers, SM8 / TSSOP-8",
        "74xGxx:74LVC3G17",
        "Package_SO:SSOP-8_2.95x2.8mm_P0.65mm",
        "Texas Instruments",
        "SN74LVC3G17DCTR",
        "Nexperia 74LVC3G17DP,125",
        1.3,
        0.35,
    ),
    Part(
        "tvs",
        "SRV05-4",
        "ESD array, four lines, SOT-23-6",
        "Power_Protection:SRV05-4",
        "Package_TO_SOT_SMD:SOT-23-6",
        "Semtech",
        "SRV05-4.TCT",
        "Littelfuse SRV05-4HTG-D",
        1.45,
        0.30,
    ),
    _resistor("1k", "1K", "1K00"),
    _resistor("10k", "10K", "10K0"),
    _resistor("100k", "100K", "100K"),
    _resistor("33R", "33R", "33R0"),
    _resistor("330R", "330R", "330R"),
    Part(
        "100n",
        "100n",
        "capacitor 100 nF X7R 50 V 0603",
        "Device:C",
        "Capacitor_SMD:C_0603_1608Metric",
        "Samsung",
        "CL10B104KB8NNNC",
        "Murata GRM188R71H104KA93D",
        0.9,
        0.02,
    ),
    Part(
        "10u",
        "10u",
        "capacitor 10 uF X5R 25 V 0805",
        "Device:C",
        "Capacitor_SMD:C_0805_2012Metric",
        "Samsung",
        "CL21A106KAYNNNE",
        "Murata GRM21BR61E106KA73L",
        1.35,
        0.06,
    ),
    Part(
        "fuse",
        "100mA",
        "resettable fuse 100 mA 0805",
        "Device:Polyfuse",
        "Fuse:Fuse_0805_2012Metric",
        "Bourns",
        "MF-PSMF010X-2",
        "Littelfuse 0805L010WR",
        0.9,
        0.20,
    ),
    Part(
        "led",
        "green",
        "LED green 0603",
        "Device:LED",
        "LED_SMD:LED_0603_1608Metric",
        "Kingbright",
        "APT1608SGC",
        "Lite-On LTST-C190KGKT",
        0.8,
        0.08,
    ),
    Part(
        "button",
        "push button",
        "push button, pressed from the side, 1.2 mm high",
        "Switch:SW_Push",
        "Button_Switch_SMD:SW_SPST_B3U-3000P",
        "Omron",
        "B3U-3000P",
        "Omron B3U-3000PM (the same on short tape); else any push button on two wires to the same pads",
        1.2,
        0.80,
    ),
    Part(
        "hall",
        "DRV5032AJ",
        "Hall switch 9.5 mT, open drain, 20 Hz, SOT-23",
        "Sensor_Magnetic:DRV5033AJxDBZ",  # a sister with the same pins: 1 supply, 2 output, 3 ground
        "Package_TO_SOT_SMD:SOT-23",
        "Texas Instruments",
        "DRV5032AJDBZR",
        "DRV5032AJDBZT is the same on a short tape; no other maker's with these limits and an open drain is known",
        1.12,
        0.35,
    ),
    Part(
        "plug8",
        "SM08B-GHS-TB",
        "JST GH header, 8 ways, side entry",
        "Connector_Generic_MountingPin:Conn_01x08_MountingPin",
        _GH.format(n=8),
        "JST",
        "SM08B-GHS-TB(LF)(SN)",
        "XUNPU WAFER-GH1.25-8PWB",
        4.05,
        0.60,
    ),
    Part(
        "plug13",
        "SM13B-GHS-TB",
        "JST GH header, 13 ways, side entry",
        "Connector_Generic_MountingPin:Conn_01x13_MountingPin",
        _GH.format(n=13),
        "JST",
        "SM13B-GHS-TB(LF)(SN)",
        "XUNPU WAFER-GH1.25, side entry, 13 ways",
        4.05,
        0.90,
    ),
    Part(
        "bridge",
        "bridge",
        "solder bridge",
        "Jumper:SolderJumper_2_Open",
        "Jumper:SolderJumper-2_P1.3mm_Open_RoundedPad1.0x1.5mm",
        "-",
        "-",
        "-",
        0.0,
        0.0,
        bought=False,
    ),
    Part(
        "screw",
        "M2.5",
        "bore for a screw M2.5",
        "Mechanical:MountingHole",
        "MountingHole:MountingHole_2.7mm_M2.5",
        "-",
        "-",
        "-",
        0.0,
        0.0,
        bought=False,
    ),
    Part(
        "fiducial",
        "fiducial",
        "mark for the placing machine",
        "Mechanical:Fiducial",
        "Fiducial:Fiducial_1mm_Mask2mm",
        "-",
        "-",
        "-",
        0.0,
        0.0,
        bought=False,
    ),
)

PARTS: Final = {part.key: part for part in _ALL}
"""Key -> part."""
