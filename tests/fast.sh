#!/bin/sh
# The tests of a minute, in two parts side by side: `make test-fast`. What is marked slow or no_cover (games by chance)
# is left out, and whatever needs a browser; so are these, in which pictures are rendered, whole games are played,
# circuits and models computed or processes started nearly everywhere.
export PYTHONDONTWRITEBYTECODE=  # as in parts.sh
pytest=$1
marks="not slow and not browser and not no_cover"
here="tests/cribbage tests/docs tests/firmware tests/hardware tests/house"
left_out="whole door fuzz rigs
  box/test_handover.py box/test_inbox.py box/test_power_cut.py box/test_settings.py box/test_sticky_folder.py box/test_systemd.py
  box/test_settings_hostile.py box/test_spoilt_cells.py box/test_tampering.py
  club/test_backup.py club/test_club_attacks.py club/test_drawn_again.py club/test_exactly_once.py club/test_linked_events.py club/test_one_hub.py club/test_pages.py club/test_paper.py club/test_poison.py club/test_store.py
  cribbage/test_badly_seen.py cribbage/test_more_than_two.py cribbage/test_outsider.py cribbage/test_plays.py cribbage/test_proof.py cribbage/test_referee_hunted.py cribbage/test_stories.py cribbage/test_worlds.py docs/test_docs.py
  firmware/test_chain_faults.py firmware/test_debounce.py firmware/test_table_faults.py firmware/test_table_loop.py firmware/test_tracking_properties.py firmware/test_unplaced.py hardware/test_hall.py hardware/test_hall_top.py hardware/test_made.py hardware/test_models.py hardware/test_route.py hardware/test_sums.py
  vision/test_bench_vision.py vision/test_beside_an_arm.py vision/test_deck.py vision/test_deck_command.py vision/test_decode.py vision/test_eye.py
  vision/test_false_cards.py vision/test_ground.py vision/test_stabiliser.py vision/test_motion.py vision/test_national.py vision/test_pegs.py
  vision/test_letters.py vision/test_networkreader.py vision/test_printed.py vision/test_setup.py vision/test_train.py vision/test_zones.py
  webui/test_attacks_on_every_door.py webui/test_boardlearn.py webui/test_crossorigin.py webui/test_damaged_game.py webui/test_door.py webui/test_everybody.py
  webui/test_games_of_others.py webui/test_judges_french.py webui/test_policy_on_games.py webui/test_posting.py"
ignored=
for part in $left_out; do ignored="$ignored --ignore=tests/$part"; done
others="tests/box tests/club tests/vision tests/webui"
# shellcheck source=tests/in_memory.sh
. "$(dirname "$0")/in_memory.sh"
said=$(mktemp)
# shellcheck disable=SC2086 # each is several words
"$pytest" -q -p no:cacheprovider -m "$marks" $ignored $others > "$said" 2>&1 &
other=$!
trap 'kill $other 2>/dev/null; rm -rf "$said" ${in_memory:+"$in_memory"}' EXIT
trap 'exit 130' INT TERM
failed=0
# shellcheck disable=SC2086
"$pytest" -q -m "$marks" $ignored $here || failed=1
wait $other || failed=1
cat "$said"
exit $failed
