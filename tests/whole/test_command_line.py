"""The command line as a new user meets it: answers, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from asked import fails, pegwatch

from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal

HEADER = '{"log": "table/1", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A"}'


def test_a_process_of_its_own_answers_the_same() -> None:
    """Once well, once wrong; whatever else is asked here is asked of the program in this process."""
    for words in (("score", "JH", "5C", "7D", "8S", "--starter", "9H"), ("rules", "renage")):
        done = subprocess.run(
            [sys.executable, "-m", "pegwatch", *words], capture_output=True, text=True, timeout=300
        )
        here = pegwatch(*words)
        assert (done.returncode, done.stdout, done.stderr) == (here.returncode, here.stdout, here.stderr)


# --- rules


def test_rules_explains_by_number_and_word_for_any_book() -> None:
    assert pegwatch("rules", "8.9").stdout.startswith(
        "A go pegged before it was called  (acc-2025: rule 8.9)"
    )
    heels = pegwatch("rules", "heels", "--profile", "alberta-55plus").stdout
    assert "rule 7.b, 7.c" in heels
    assert "past hole 115" in heels
    assert "house default" in pegwatch("rules", "8.4.c", "--profile", "hoyle").stdout


def test_rules_lists_all_topics() -> None:
    lines = pegwatch("rules").stdout.splitlines()
    assert len(lines) > 100
    assert any(line.split()[:2] == ["7.3", "Renege:"] for line in lines)


def test_rules_tells_what_changed() -> None:
    told = pegwatch("rules", "--diff", "acc-2020", "acc-2025").stdout
    assert "7.1.b  A lead out of turn" in told
    assert "8.3 " not in told
    assert "nothing different" in pegwatch("rules", "--diff", "hoyle", "hoyle").stdout
    lines = pegwatch("rules", "--diff", "acc-2020", "hoyle", "--json").stdout.splitlines()
    assert {json.loads(line)["topic"] for line in lines} >= {"target", "6.3"}


def test_rules_as_json() -> None:
    (line,) = pegwatch("rules", "7.3", "--profile", "corporate-challenge", "--json").stdout.splitlines()
    told = json.loads(line)
    assert (told["rule"], told["house"]) == ("5", ["renege_back"])


def test_rules_names_the_nearest_topic() -> None:
    fails(pegwatch("rules", "renage"), "there is no rule 'renage'", "renege")
    fails(
        pegwatch("rules", "7.3", "--profile", "whist"), "there is no profile 'whist': choose one of acc-2025"
    )
    fails(pegwatch("rules", "7.3", "--diff", "hoyle", "hoyle"), "a topic or --diff, not both")


# --- score


def test_score_speaks_as_players_do() -> None:
    done = pegwatch("score", "JH", "5C", "7D", "8S", "--starter", "9H")
    assert done.returncode == 0
    assert (
        done.stdout.strip() == "8: fifteen two, fifteen four, a run of three is seven, and his nobs is eight"
    )


def test_score_as_json() -> None:
    body = json.loads(pegwatch("score", "5H", "5S", "JD", "5C", "--starter", "5D", "--json").stdout)
    assert body["points"] == 29
    assert sum(part["points"] for part in body["breakdown"]) == 29


def test_score_of_a_crib_counts_only_a_flush_of_five() -> None:
    words = ("score", "2H", "4H", "8H", "KH", "--starter", "QS")
    assert pegwatch(*words).stdout.startswith("4:")
    assert pegwatch(*words, "--crib").stdout.startswith("0:")


def test_batch_answers_every_line_and_names_the_bad_one(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        '{"hand": ["5H", "5S", "JD", "5C"], "starter": "5D", "crib": false}\n'
        '{"pile": ["TC", "5C"]}\n'
        '{"players": 2, "leader": 0, "hands": [["TC", "2C"], ["5C", "3D"]], "order": ["TC", "5C", "2C", "3D"]}\n'
        "nonsense\n"
    )
    done = pegwatch("score", "--batch", str(file))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a.get("points") for a in answers] == [29, 2, [0, 3], None]
    fails(done, "line 4")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("score", "5H", "5H", "JD", "KC", "--starter", "5D"), ("5H", "twice")),
        (("score", "5H", "5S", "JD", "KC", "--starter", "5H"), ("5H", "twice")),
        (("score", "5H", "1S", "JD", "KC", "--starter", "5D"), ("unknown card '1S'", "for example")),
        (("score", "5H", "5S", "JD", "--starter", "5D"), ("four cards", "3")),
        (("score", "5H", "5S", "JD", "KC"), ("starter",)),
        (("score", "--batch", "no-such-file"), ("no-such-file", "No such file")),
        (("demo", "--profile", "acc-1999", "--headless"), ("acc-1999", "acc-2025")),
        (("demo", "--speed", "fast", "--headless"), ("--speed fast", "max")),
        (("demo", "--faults", "gremlins", "--headless"), ("gremlins", "break")),
        (("demo", "--light", "candle"), ("'candle'", "'dim'")),
        (("demo", "--deck", "tests"), ("tests: AC.png and 51 more missing", "AS.png ... KC.png")),
        (("run", "--profile", "acc-1999"), ("acc-1999", "acc-2025")),
        (("run", "--board", "shortboard"), ("shortboard",)),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], parts: tuple[str, ...], tmp_path: Path) -> None:
    where = ("--data", str(tmp_path)) if words[0] in ("demo", "run") else ()
    fails(pegwatch(*words, *where), *parts)


# --- see


@pytest.mark.parametrize(("content", "part"), [(b"", "empty"), (b"not a picture at all", "not a picture")])
def test_see_names_a_picture_it_cannot_read(tmp_path: Path, content: bytes, part: str) -> None:
    (tmp_path / "card.jpg").write_bytes(content)
    fails(pegwatch("see", str(tmp_path / "card.jpg")), "card.jpg", part)


def test_see_finds_nothing_on_an_empty_table(tmp_path: Path) -> None:
    import cv2

    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), (60, 110, 60), np.uint8))
    done = pegwatch("see", str(path), "--json")
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    assert body.keys() == {"file", "cards", "unsure", "ms"}
    assert (body["file"], body["cards"]) == (str(path), [])


@pytest.mark.parametrize(
    ("name", "head", "parts"),
    [
        (
            "a.heic",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
            ("a.heic is a HEIC picture", "heif-convert", "Most Compatible"),
        ),
        ("a.jpg", b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", ("a.jpg is a HEIC picture",)),
        ("a.mov", b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", ("a.mov is a video", "single pictures")),
        ("a.mkv", b"\x1aE\xdf\xa3", ("a.mkv is a video",)),
    ],
)
def test_see_names_what_phones_make_and_what_to_do_about_it(
    tmp_path: Path, name: str, head: bytes, parts: tuple[str, ...]
) -> None:
    (tmp_path / name).write_bytes(head + bytes(64))
    fails(pegwatch("see", str(tmp_path / name)), *parts)
    if name.endswith("heic"):
        fails(pegwatch("see", str(tmp_path)), *parts)


@pytest.mark.parametrize("progressive", [False, True])
def test_see_reads_a_huge_picture_in_little_memory_or_says_that_it_is_too_large(
    tmp_path: Path, progressive: bool
) -> None:
    """Also said of where a card lies: as in the picture in the file, not as in the smaller one."""
    import cv2

    from vision.cameras.folder import load_reduced

    path = tmp_path / "huge.jpg"
    flags = [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    cv2.imwrite(str(path), np.full((8000, 16000), 90, np.uint8), flags)
    if progressive:
        fails(pegwatch("see", str(path)), "16000 x 8000", "too large", "Save it smaller")
        return
    picture, shrink = load_reduced(path)
    assert (picture.shape, shrink) == ((1280, 2560, 3), 6.25)
    code = (
        "import resource, runpy, sys\n"
        "try: runpy.run_module('pegwatch', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    small = tmp_path / "small.jpg"
    cv2.imwrite(str(small), np.full((1280, 2560), 90, np.uint8))

    def peak_kib(picture: Path) -> int:
        words = [sys.executable, "-c", code, "see", str(picture)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return int(done.stdout.split()[-1])

    # What the libraries take is not the same on every machine; the whole picture would be 128 MB more in grey alone.
    assert peak_kib(path) - peak_kib(small) < 64 * 1024


def test_see_tells_corners_as_in_the_file(tmp_path: Path) -> None:
    import cv2

    from vision.cameras.sim import SimCamera
    from vision.scene.model import LaidCard, Scene

    camera = SimCamera(lambda _t: Scene((LaidCard("5H", -100, -150),)), lambda: 0.0, (1536, 864))
    camera.open()
    small = camera.grab().bgr
    large = cv2.resize(small, (4608, 2592), interpolation=cv2.INTER_CUBIC)
    wide = cv2.copyMakeBorder(large, 0, 500, 0, 500, cv2.BORDER_REPLICATE)
    assert wide.shape[0] * wide.shape[1] > 12_600_000
    where = []
    for name, picture in (("small.png", small), ("large.png", wide)):
        cv2.imwrite(str(tmp_path / name), picture)
        done = pegwatch("see", str(tmp_path / name), "--json")
        (card,) = json.loads(done.stdout)["cards"]
        assert card["card"] == "5H"
        where.append(np.array(card["corners"]).mean(axis=0))
    assert np.abs(where[1] - 3 * where[0]).max() < 30


def test_see_says_the_same_reason_once(tmp_path: Path) -> None:
    from pegwatch.commands.see import _in_words
    from vision.readresult import Reading, Unsure

    said = _in_words(tmp_path / "a.jpg", Reading((), (Unsure("too dark", None),) * 5, 1.0))
    assert said.count("too dark") == 1
    assert "(5 times)" in said


def test_see_says_so_of_an_empty_folder(tmp_path: Path) -> None:
    fails(pegwatch("see", str(tmp_path)), "no picture")


# --- replay, export


def test_replay_prints_verdicts_as_json(tmp_path: Path) -> None:
    log = tmp_path / "heels.jsonl"
    log.write_text(
        HEADER + '\n{"t": 1, "cards": {"zone": "starter", "seen": ["JD"]}}\n'
        '{"t": 3, "holes": {"A": [0], "B": [0, -1]}}\n{"t": 4, "holes": {"A": [2, 0], "B": [0, -1]}}\n'
    )
    done = pegwatch("replay", str(log), "--json")
    assert done.returncode == 0, done.stderr
    (verdict,) = map(json.loads, done.stdout.splitlines())
    assert {k: verdict[k] for k in ("file", "t", "code", "player", "points")} == {
        "file": str(log), "t": 4, "code": "scored", "player": "A", "points": 2
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("not json", "line 2"),
        ('{"t": 1, "weather": "fine"}', "line 2"),
        (
            '{"t": 5, "cards": {"zone": "A", "seen": []}}\n{"t": 4, "cards": {"zone": "A", "seen": []}}',
            "line 3",
        ),
    ],
)
def test_replay_names_the_bad_line_and_prints_no_verdict(tmp_path: Path, line: str, part: str) -> None:
    log = tmp_path / "bad.jsonl"
    log.write_text(f"{HEADER}\n{line}\n" + '{"t": 9, "cards": {"zone": "A", "seen": []}}\n')
    done = pegwatch("replay", str(log), "--json")
    fails(done, part, "bad.jsonl")
    assert done.stdout == ""


def test_replay_tells_of_a_last_line_cut_short_and_judges_the_rest(tmp_path: Path) -> None:
    log = tmp_path / "cut.jsonl"
    log.write_text(f'{HEADER}\n{{"t": 1, "cards": {{"zone": "starter", "seen": ["5D"]}}}}\n{{"t": 2, "ca')
    done = pegwatch("replay", str(log), "--json")
    assert done.returncode == 0
    assert "cut short" in done.stderr


def test_a_log_of_several_games_is_told_apart_where_one_is_wanted(tmp_path: Path) -> None:
    log = tmp_path / "two.jsonl"
    log.write_text(f"{HEADER}\n{HEADER}\n")
    fails(pegwatch("replay", "--explain", "1", str(log)), "line 2", "another game", "one game")


def test_export_without_a_journal_says_where_it_looked(tmp_path: Path) -> None:
    fails(pegwatch("export", "1", "--data", str(tmp_path)), "no journal", str(tmp_path))


# --- run, demo, doctor


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        fails(pegwatch("demo", "--port", port, "--data", str(tmp_path)), port, "--port")


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    fails(pegwatch("demo", "--headless", "--data", str(folder)), str(folder), "--data")


def test_doctor_says_how_to_fix_and_ends_by_severity(tmp_path: Path) -> None:
    done = pegwatch("doctor", "--data", str(tmp_path), "--json")
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2, "no board here"
    assert any(f["severity"] == "alarm" and f["mend"] for f in findings)
    assert "Traceback" not in done.stderr
    (tmp_path / "journal.sqlite").write_bytes(b"broken" * 1000)
    assert "not a database" in pegwatch("doctor", "--data", str(tmp_path), "--simulated").stdout


# --- who may do what


def test_judges_are_added_listed_and_removed_with_their_pin_from_standard_input(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert "add two" in pegwatch("judge", "list", *data).stdout
    assert pegwatch("judge", "add", "Ruth  Lee", *data, stdin="271828\n").returncode == 0
    assert pegwatch("judge", "list", *data).stdout == "Ruth Lee\n"
    fails(pegwatch("judge", "add", "Bea", *data, stdin="123456\n"), "PIN", "choose another")
    fails(pegwatch("judge", "add", "Bea", *data), "6 to 12 digits")
    fails(pegwatch("judge", "remove", "Bea", *data), "Bea", "Ruth Lee")
    assert pegwatch("judge", "remove", "ruth lee", *data).returncode == 0


ACCOUNTS = [("judge", "add", "Bea"), ("judge", "remove", "Ruth"), ("keeper", "pin"), ("keeper", "forget")]


@pytest.mark.parametrize("words", ACCOUNTS, ids=" ".join)
def test_9_5_while_a_sanctioned_game_runs_accounts_change_only_by_the_keepers_word_and_on_record(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path))
    people, pin = tmp_path / "accounts.json", "271828\n"
    for made in (("judge", "add", "Ruth"), ("keeper", "pin")):
        assert pegwatch(*made, *data, stdin="314159\n").returncode == 0
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        header = json.loads(HEADER) | {"mode": "sanctioned", "pegs": {"A": [0, -1], "B": [0, -1]}}
        journal.append(1, [Event("game", 0.0, header)])
        before = people.read_text()
        fails(pegwatch(*words, *data, stdin=pin), "a sanctioned game runs", "--during-game")
        assert people.read_text() == before
        assert journal.pending() == []
        assert pegwatch("judge", "list", *data).stdout == "Ruth\n"
        assert pegwatch(*words, *data, "--during-game", stdin=pin).returncode == 0
        assert people.read_text() != before
        (noted,) = journal.pending()
        assert noted.body["call"]["what"] == "accounts"
        assert noted.body["call"]["did"].startswith(words[0])
        journal.append(2, [Event("game", 0.0, header | {"mode": "club"})])
    before = people.read_text()
    assert pegwatch("judge", "add", "Kim", *data, stdin=pin).returncode == 0
    assert people.read_text() != before


@pytest.mark.parametrize(
    "command", [("code",), ("judge", "list"), ("keeper", "forget"), ("director", "list")]
)
def test_a_data_folder_that_is_written_wrong_is_said_and_not_made(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    wrong = tmp_path / "tabel"
    fails(pegwatch(*command, "--data", str(wrong)), "no data folder", str(wrong))
    assert not wrong.exists()


def test_the_tables_code_stays_until_a_new_one_is_made(tmp_path: Path) -> None:
    first = pegwatch("code", "--data", str(tmp_path)).stdout
    assert len(first.strip()) == 6
    assert pegwatch("code", "--data", str(tmp_path)).stdout == first
    renewed = pegwatch("code", "--new", "--data", str(tmp_path)).stdout
    assert pegwatch("code", "--data", str(tmp_path)).stdout == renewed


@pytest.mark.parametrize("command", [["code"], ["judge", "list"], ["keeper", "forget"], ["director", "list"]])
def test_a_mistyped_folder_is_said_and_not_made(command: list[str], tmp_path: Path) -> None:
    wrong = tmp_path / "no-such-table"
    fails(pegwatch(*command, "--data", str(wrong)), f"there is no data folder {wrong}")
    assert not wrong.exists()
