"""The settings file: typed, documented, overridden by the environment; what is wrong is named with its line."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import asdict, fields
from pathlib import Path

import pytest

from firmware.box.settings import (
    SECTIONS,
    Loaded,
    Settings,
    SettingsError,
    load,
    settings_file,
    settings_from,
)
from firmware.box.settings_text import keys, show

SAMPLE = Path(__file__).parents[2] / "docs" / "pegwatch.toml"


def of(tmp_path: Path, text: str, **env: str) -> Loaded:
    file = tmp_path / "pegwatch.toml"
    file.write_text(text, encoding="utf-8")
    return load({"PEGWATCH_CONFIG": str(file), **env})


def test_with_no_file_everything_is_as_it_comes(tmp_path: Path) -> None:
    assert load({"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}) == Loaded(Settings(), {})


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no settings file"):
        load({"PEGWATCH_CONFIG": str(tmp_path / "nothing.toml")})


def test_the_users_own_file_counts_before_the_systems(tmp_path: Path) -> None:
    own = tmp_path / "pegwatch" / "pegwatch.toml"
    own.parent.mkdir()
    own.write_text("")
    assert settings_file({"XDG_CONFIG_HOME": str(tmp_path)}) == own


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can take away another user's rights")
def test_a_home_that_is_closed_to_this_user_holds_no_settings(reached_by_all: Path) -> None:
    """A service that was started from root's shell has root's home, and may not look into it."""
    (reached_by_all / "pegwatch").mkdir(mode=0o700)
    code = "import os; from firmware.box.settings import load; os.setuid(65534); print(len(load().sources))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300,
        env={"XDG_CONFIG_HOME": str(reached_by_all), "PYTHONPATH": os.environ.get("PYTHONPATH", "")},
    )  # fmt: skip
    assert done.stdout == "0\n", done.stderr


def test_the_file_goes_over_the_defaults_and_the_environment_over_the_file(tmp_path: Path) -> None:
    loaded = of(
        tmp_path, '[page]\nport = 81\nlanguage = "fr"\n[backup]\nevery_h = 2\n',
        PEGWATCH_PAGE_PORT="8099", PEGWATCH_TABLE_PLAYER_A="Zoé", PEGWATCH_DATA="/somewhere",
    )  # fmt: skip
    settings = loaded.settings
    assert (settings.page.port, settings.page.language, settings.backup.every_h) == (8099, "fr", 2.0)
    assert settings.table.player_a == "Zoé"
    assert loaded.sources["page.port"] == "PEGWATCH_PAGE_PORT"
    assert loaded.sources["page.language"].endswith("pegwatch.toml, line 3")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[page]\n\nprot = 80\n", r"line 3: \[page\] has no key 'prot'; did you mean port\?"),
        (
            "[page]\nzzz = 80\n",
            r"line 2: \[page\] has no key 'zzz'; there are host, port, language, hosts, address",
        ),
        ("[pgae]\nport = 80\n", r"line 1: there is no section \[pgae\]; did you mean page\?"),
        ("[xyzzy]\n", r"line 1: there is no section \[xyzzy\]; there are \[table\], \[page\]"),
        ("port = 80\n", r"line 1: there is no section \[port\]"),
        ('[table]\nname = "x"\n[page]\nport = "80"\n', r"line 4: port = \"80\": a whole number is expected"),
        ("[page]\nport = true\n", r"line 2: port = true: a whole number is expected"),
        ("[page]\nport = 70000\n", r"line 2: port = 70000: it must lie between 1 and 65535"),
        ('[table]\nmode = "sanctionned"\n', r"line 2: mode = \"sanctionned\"; did you mean sanctioned\?"),
        ('[table]\nmode = "x"\n', r"it may be sanctioned, club, teaching"),
        ("[table]\nname = Table 2\n", r"this is not TOML: .*line 2.*; text goes in quotes"),
        ('table.mode = "clbu"\n', r"line 1: mode = \"clbu\"; did you mean club\?"),
        ("[page]\nport = 80\nport = 81\n", r"this is not TOML"),
        (
            '[page]\nproxies = "localhost"\n',
            r"line 2: proxies = .*localhost is no IP address; write 127.0.0.1",
        ),
        ('[page]\nproxies = "127.0.0.1, 10.0.0.0/8"\n', r"10.0.0.0/8 is no IP address"),
        ('[page]\nscreen = "never"\n', r"screen = .*true or false is expected"),
        ('[page]\naddress = "https://[::1"\n', r"line 2: address = .*write it like https://"),
        ('[page]\naddress = "table.club.example"\n', r"write it like https://table.club.example"),
        ('[page]\naddress = "https://a.example/x"\n', r"nothing may stand after the name and port"),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_the_nearest_right_one(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(SettingsError, match=says) as refused:
        of(tmp_path, text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("PEGWATCH_PAGE_PRT", "80", r"PEGWATCH_PAGE_PRT: \[page\] has no key 'prt'; did you mean port\?"),
        ("PEGWATCH_PAGE_PORT", "eighty", r'PEGWATCH_PAGE_PORT: port = "eighty": a whole number'),
        ("PEGWATCH_PGAE_PORT", "80", r"PEGWATCH_PGAE_PORT: there is no section 'pgae'; did you mean page\?"),
    ],
)
def test_a_wrong_variable_is_named(tmp_path: Path, variable: str, value: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        of(tmp_path, "", **{variable: value})


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("", True),
        ("[page]\nscreen = false\n", False),
        ('[page]\naddress = "https://table.club.example/"\n', False),
        ('[page]\naddress = "https://table.club.example"\nscreen = true\n', False),
        ('[page]\nproxies = "::1, 127.0.0.1"\nscreen = true\n', False),
    ],
)
def test_the_machines_own_browser_is_the_tables_screen_only_where_no_guest_comes_from_there(
    tmp_path: Path, text: str, own: bool
) -> None:
    assert of(tmp_path, text).settings.page.has_own_screen is own


def test_every_key_says_what_it_means_and_its_default_may_stand_there(tmp_path: Path) -> None:
    for known in keys(Loaded(Settings(), {})):
        assert known.about.endswith("."), known
        assert "default" in known.limits.lower()
    assert of(tmp_path, show(Loaded(Settings(), {}))).settings == Settings()
    assert {field.name for field in fields(Settings)} == set(SECTIONS)


def test_the_sample_in_the_documents_is_up_to_date_and_changes_nothing(tmp_path: Path) -> None:
    """Fix it with: pegwatch config show --sample > docs/pegwatch.toml"""
    sample = SAMPLE.read_text(encoding="utf-8")
    assert sample == show(Loaded(Settings(), {}), sample=True)
    assert of(tmp_path, sample).settings == Settings()


def test_settings_survive_the_plan() -> None:
    assert settings_from(asdict(Settings())) == Settings()


def pegwatch(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pegwatch", *words],
        capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **env},
    )  # fmt: skip


def test_config_show_changed_says_what_and_from_where(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('[table]\nmode = "teaching"\nname = "Table 1"\n')
    done = pegwatch("config", "show", "--changed", PEGWATCH_CONFIG=str(file), PEGWATCH_PAGE_PORT="81")
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if line and not line.startswith("#")] == [
        "[table]", f'mode = "teaching"  # from {file}, line 2', "[page]", "port = 81  # from PEGWATCH_PAGE_PORT"
    ]  # fmt: skip


def test_a_wrong_setting_stops_a_table_with_one_line_but_not_the_counting(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text("[page]\nprot = 81\n")
    for command in ("run", "demo"):
        done = pegwatch(command, PEGWATCH_CONFIG=str(file))
        assert done.returncode == 2
        assert done.stderr == f"Error: {file}, line 2: [page] has no key 'prot'; did you mean port?\n"
    assert (
        pegwatch("score", "5H", "5S", "JD", "KC", "--starter", "5D", PEGWATCH_CONFIG=str(file)).returncode
        == 0
    )


def test_the_settings_are_the_defaults_of_the_options(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('[page]\nport = 8123\n[table]\nmode = "teaching"\nboard = "shortboard"\n')
    done = pegwatch("demo", "--help", PEGWATCH_CONFIG=str(file))
    assert "[default: 8123" in done.stdout.replace("\n", " ")
    assert "[default: teaching" in done.stdout.replace("\n", " ").replace("  ", "")
    done = pegwatch("doctor", "--data", str(tmp_path), PEGWATCH_CONFIG=str(file))
    assert "shortboard" in done.stdout + done.stderr
