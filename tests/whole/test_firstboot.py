"""The first start of a card: what the file on its boot partition says is done once, all of it or nothing."""

from __future__ import annotations

import configparser
import json
import lzma
import os
import re
import stat
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from pegwatch import firstboot
from pegwatch.failure import PegwatchError
from pegwatch.firstboot import DONE, SAYS, STICKER, WANTED, Card, access_point, station

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "install/image"
WHOLE = """\
[first]
hostname = "table-7"
wifi = "Club; house"
wifi_password = "fifteen two"
country = "CA"
pin = "271828"

[table]
name = "Table 7"
"""


class Made:
    """A card in a folder."""

    def __init__(self, folder: Path) -> None:
        self.boot, self.etc, self.networks = folder / "boot", folder / "etc", folder / "networks"
        for made in (self.boot, self.etc, self.networks):
            made.mkdir()
        self.settings = self.etc / "pegwatch.toml"
        self.settings.write_text("# as it was installed\n")
        self.pins: list[str] = []
        self.countries: list[str] = []
        self.card = Card(self.boot, self.settings, self.networks, self.pins.append, self.countries.append)

    def profile(self, name: str) -> configparser.ConfigParser:
        found = configparser.ConfigParser(interpolation=None)
        found.read_string((self.networks / f"{name}.nmconnection").read_text())
        return found


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return Made(tmp_path)


def test_what_the_file_says_is_done_once_and_no_secret_stays_on_the_boot_partition(made: Made) -> None:
    (made.boot / WANTED).write_bytes(
        b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode()
    )  # Windows' editor
    assert made.card.begin() == ""
    wifi = made.profile("pegwatch-first")
    assert bytes(int(byte) for byte in wifi["wifi"]["ssid"].rstrip(";").split(";")) == b"Club; house"
    assert wifi["wifi-security"]["psk"] == r"fifteen\stwo"
    assert (made.pins, made.countries) == (["271828"], ["CA"])
    assert (made.etc / "hostname").read_text() == "table-7\n"
    assert made.settings.read_text().strip() == '[table]\nname = "Table 7"'
    assert not (made.boot / WANTED).exists()
    assert (made.boot / SAYS).read_text() == "All is well.\n"
    left = "".join(path.read_text() for path in made.boot.iterdir() if path.name != STICKER)
    assert not any(secret in left for secret in ("271828", "fifteen two"))
    assert (made.networks / "pegwatch-first.nmconnection").stat().st_mode & 0o777 == 0o600
    before = {path: path.read_bytes() for path in made.networks.iterdir()}
    assert made.card.begin() == ""
    assert made.pins == ["271828"], "once"
    assert before == {path: path.read_bytes() for path in made.networks.iterdir()}


@pytest.mark.parametrize("at", ["pin", "country"])
def test_a_cut_in_between_does_it_again(made: Made, at: str) -> None:
    def cut(_said: str) -> None:
        raise KeyboardInterrupt

    pin, country = (cut, made.countries.append) if at == "pin" else (made.pins.append, cut)
    (made.boot / WANTED).write_text(WHOLE)
    with pytest.raises(KeyboardInterrupt):
        Card(made.boot, made.settings, made.networks, pin, country).begin()
    assert (made.boot / WANTED).exists()
    assert made.card.begin() == ""
    assert (made.pins[-1:], made.countries) == (["271828"], ["CA"])
    assert (made.boot / DONE).read_text().strip().startswith("[table]")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[first", "cannot be read"), ("[first]\nwifi = 5\n", "wifi has to be text"),
        ("[first]\nwify = 'x'\n", "do you mean wifi?"), ("first = 3\n", "not a value"),
        ("first = {pin = '271828'}\n", "on a line of its own"), ("[first]\npin = '1234'\n", "6 to 12 figures"),
        ("[first]\nwifi_password = 'short'\n", "8 to 63"), ("[first]\nhostname = 'a b'\n", "hostname has"),
        ("[first]\ncountry = 'Canada'\n", "two capital letters"), ("[first]\nwifi = '" + "é" * 17 + "'\n", "1 to 32"),
        ("[first]\nwifi = 'a\\nb'\n[wifi]\nx = 1\n", "wifi"), ('[first]\nwifi = "a\\nb"\n', "has to be text"),
        ("[tabel]\nname = 'x'\n", "tabel"), ("[table]\nname = 5\n", "name"), ("x" * 100_001, "longer than"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_done(made: Made, text: str, said: str) -> None:
    (made.boot / WANTED).write_text(text)
    wrong = made.card.begin()
    assert said in wrong
    assert "\n" not in wrong
    assert (made.boot / SAYS).read_text() == f"{wrong}\n"
    assert (made.boot / WANTED).exists(), "to be put right"
    assert made.settings.read_text() == "# as it was installed\n"
    assert not (made.networks / "pegwatch-first.nmconnection").exists()
    assert made.pins == []
    assert "pegwatch.part" not in {path.name for path in made.boot.iterdir()}


def test_a_pin_that_cannot_be_set_is_said_and_nothing_else_is_done(made: Made) -> None:
    def refuse(_pin: str) -> None:
        raise PegwatchError("the keeper's PIN could not be set: no room")

    (made.boot / WANTED).write_text(WHOLE)
    wrong = Card(made.boot, made.settings, made.networks, refuse, made.countries.append).begin()
    assert wrong == f"{WANTED}: the keeper's PIN could not be set: no room"
    assert (made.boot / SAYS).read_text() == f"{wrong}\n"
    assert (made.boot / WANTED).exists(), "to be tried again"
    assert made.settings.read_text() == "# as it was installed\n"
    assert made.countries == []
    assert [path.name for path in made.networks.iterdir()] == ["pegwatch-ap.nmconnection"]


def test_the_country_is_kept_and_a_system_without_iw_does_without_it(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    (made.boot / WANTED).write_text(WHOLE)
    card = Card(made.boot, made.settings, made.networks, made.pins.append, firstboot._set_country)
    assert card.begin() == ""
    assert (made.etc / "country").read_text() == "CA\n", "the radio forgets it when it is switched off"
    assert (made.etc / "hostname").read_text() == "table-7\n"


def test_no_text_in_a_file_is_no_error(made: Made) -> None:
    (made.boot / WANTED).write_text((IMAGE / "pegwatch.toml").read_text())
    assert made.card.begin() == "", "the file that every card brings"
    (made.boot / WANTED).write_bytes(b"\xff\xfe")
    assert "cannot be read" in made.card.begin()


def test_every_card_has_a_network_and_a_password_of_its_own(made: Made, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Made(tmp_path / "other")
    assert [made.card.begin(), other.card.begin()] == ["", ""]
    mine, theirs = made.profile("pegwatch-ap"), other.profile("pegwatch-ap")
    assert mine["wifi"]["mode"] == "ap"
    assert mine["ipv4"]["method"] == "shared"
    assert int(mine["connection"]["autoconnect-priority"]) < 0, "a known network comes first"
    assert mine["wifi-security"]["psk"] != theirs["wifi-security"]["psk"]
    said = (made.boot / STICKER).read_text()
    assert mine["wifi-security"]["psk"] in said
    assert mine["wifi"]["ssid"] in said
    (made.boot / WANTED).write_text('[first]\naccess_point_password = "chosen by me"\n')
    assert made.card.begin() == ""
    assert made.profile("pegwatch-ap")["wifi-security"]["psk"] == r"chosen\sby\sme"


def test_a_card_that_cannot_be_written_says_so(made: Made) -> None:
    (made.networks / "pegwatch-ap.nmconnection.part").mkdir()
    wrong = made.card.begin()
    assert "cannot be written" in wrong
    assert (made.boot / SAYS).read_text() == f"{wrong}\n"


def test_profiles_name_only_what_network_manager_knows() -> None:
    known = {
        "connection": {"id", "uuid", "type", "autoconnect", "autoconnect-priority"},
        "wifi": {"mode", "ssid", "band"}, "wifi-security": {"key-mgmt", "psk"},
        "ipv4": {"method", "address1"}, "ipv6": {"method"},
    }  # fmt: skip
    for text in (station("Club", ""), station("Club", "p" * 8), access_point("Pegwatch-1", "p" * 8)):
        found = configparser.ConfigParser(interpolation=None)
        found.read_string(text)
        assert all(set(found[part]) <= known[part] for part in found.sections())
    assert "wifi-security" not in station("Club", ""), "an open network"


def test_settings_are_for_every_process_of_the_table_to_read_and_passwords_for_none(made: Made) -> None:
    unit = (IMAGE / "files/etc/systemd/system/pegwatch-firstboot.service").read_text()
    (umask,) = re.findall(r"^UMask=(\d+)$", unit, re.MULTILINE)
    (made.boot / WANTED).write_text(WHOLE)
    before = os.umask(int(umask, 8))
    try:
        assert made.card.begin() == ""
    finally:
        os.umask(before)
    assert stat.S_IMODE(made.settings.stat().st_mode) == 0o644
    assert {stat.S_IMODE(path.stat().st_mode) for path in made.networks.iterdir()} == {0o600}


# --- the recipe's other parts


def test_every_script_of_the_recipe_is_understood_by_its_shell() -> None:
    for script in (IMAGE / "make-image.sh", *(IMAGE / "files/usr/local/lib/pegwatch").glob("*.sh")):
        shell = script.read_text().splitlines()[0].removeprefix("#!")
        done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    done = subprocess.run(["bash", str(IMAGE / "make-image.sh")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.startswith("Error: name the folder")) == (2, True)


@pytest.mark.parametrize(
    "request_", [b"GET /generate_204 HTTP/1.1\r\nHost: a.b\r\n\r\n", b"\r\n", b"", b"x" * 5000]
)
def test_anyone_who_opens_any_page_in_the_tables_own_network_is_led_to_it(request_: bytes) -> None:
    script = IMAGE / "files/usr/local/lib/pegwatch/captive.sh"
    said = subprocess.run(["sh", str(script)], input=request_, capture_output=True, check=True).stdout
    assert said.startswith(b"HTTP/1.1 302 Found\r\nLocation: http://10.42.0.1:8080/\r\n")
    assert said.endswith(b"\r\n\r\n")


def test_the_system_is_read_only_and_what_must_last_is_on_the_data_partition() -> None:
    mounts = {
        line.split()[1]: line.split() for line in (IMAGE / "files/etc/fstab").read_text().splitlines()
        if line and not line.startswith("#")
    }  # fmt: skip
    assert all(len(fields) == 6 for fields in mounts.values())
    assert "ro" in mounts["/"][3].split(",")
    for lasting in ("/var/lib/pegwatch", "/etc/pegwatch", "/etc/NetworkManager/system-connections"):
        assert mounts[lasting][0].startswith("/data/")
    assert {where for where, fields in mounts.items() if fields[2] == "tmpfs"} >= {
        "/tmp",
        "/var/log",
        "/var/tmp",
    }
    assert "/run/NetworkManager/resolv.conf" in (IMAGE / "make-image.sh").read_text(), (
        "names of servers, in memory"
    )
    said = (IMAGE / "files/etc/systemd/system.conf.d/watchdog.conf").read_text()
    assert "\nRuntimeWatchdogSec=15" in said


def test_imagers_entry_has_the_sizes_and_sums_of_the_files_themselves(tmp_path: Path) -> None:
    image = tmp_path / "card.img.xz"
    image.write_bytes(lzma.compress(b"card" * 1000))
    script, url = str(IMAGE / "imager-entry"), "https://example.org/card.img.xz"
    done = subprocess.run(
        [sys.executable, script, str(image), url], capture_output=True, text=True, check=True
    )
    (one,) = json.loads(done.stdout)["os_list"]
    assert (one["extract_size"], one["extract_sha256"]) == (4000, sha256(b"card" * 1000).hexdigest())
    assert one["image_download_size"] == image.stat().st_size
    assert one["image_download_sha256"] == sha256(image.read_bytes()).hexdigest()
    assert (one["url"], one["init_format"]) == (url, "none")
    image.write_bytes(b"no image")
    for words in ([str(image), url], [str(tmp_path / "none"), url], [str(image)], [str(image), "ftp://x"]):
        done = subprocess.run([sys.executable, script, *words], capture_output=True, text=True, check=False)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
