"""An `nmcli` for tests: the words, endings and prompts of the real one (1.42, compared by hand), on a file of state.

What it was called with, and what stood on its standard input, is written down beside the state.
"""

import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
state = json.loads((HERE / "state.json").read_text())
words = sys.argv[1:]
typed = sys.stdin.read()
with (HERE / "called.jsonl").open("a") as file:
    file.write(json.dumps({"words": words, "typed": typed}) + "\n")


def end(status, said="", error=""):
    (HERE / "state.json").write_text(json.dumps(state))
    print(said, end="")
    print(error, end="", file=sys.stderr)
    sys.exit(status)


def terse(text):
    return text.replace("\\", "\\\\").replace(":", "\\:")


def after(word):
    return words[words.index(word) + 1]


if state.get("dead"):
    end(8, error="Error: NetworkManager is not running.\n")
if state.get("no bus"):
    end(1, error="Error: Could not create NMClient object: Could not connect: No such file or directory.\n")
if "list" in words and state["device"] == "none":
    end(1, error="Error: No Wi-Fi device found.\n")
if "list" in words:
    lines = [
        f"{'*' if name == state['up'] else ' '}:{terse(name)}:{one['signal']}:{one['security']}"
        for name, one in state["around"].items()
        if not one.get("hidden")
    ]
    end(0, "\n".join([*lines, " ::12:WPA2", ""]) if state["device"] else "")
if words[-1] == "device":
    end(0, "ethernet:connected\n" + (f"wifi:{state['device']}\n" if state["device"] else ""))
if "connect" in words:
    if state.get("rights") is False:
        end(4, error="Error: Failed to add/activate new connection: Not authorized to control networking.\n")
    name, kept = after("connect"), after("name")
    if state.get("hangs"):
        state["kept"].append(kept)
        (HERE / "state.json").write_text(json.dumps(state))
        time.sleep(60)
    one = state["around"].get(name)
    if one is None or (one.get("hidden") and "hidden" not in words):
        end(10, error=f"Error: No network with SSID '{name}' found.\n")
    if one.get("password"):
        print("Password: " + "\u2022" * len(typed.strip()))
        if typed != one["password"] + "\n":
            state["kept"].append(kept)  # the real one leaves it lying about
            end(
                4, error="Error: Connection activation failed: (7) Secrets were required, but not provided.\n"
            )
    state["kept"].append(kept)
    state["up"], state["uuid"] = name, f"id-{kept.encode().hex()}"
    end(0, "Device 'wlan0' successfully activated.\n")
if "delete" in words:
    if after("id") not in state["kept"]:
        end(10, error="Error: unknown connection.\n")
    state["kept"].remove(after("id"))
    end(0)
if "--active" in words:
    end(0, f"{state['uuid']}:802-11-wireless\nu2:802-3-ethernet\n" if state["up"] else "u2:802-3-ethernet\n")
if "show" in words:
    end(0, "".join(f"{terse(name)}\n" for name in state["kept"]))
end(0)
