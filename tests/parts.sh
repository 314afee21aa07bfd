#!/bin/sh
# All tests: `make test`. Parts run beside one another, ten for two cores (JOBS): half of the time is waiting, for
# processes, browsers and clocks that are the real ones. Each pytest has an order of its own that never changes (which
# test finds which modules loaded matters to Hypothesis), so what passes once passes again. What takes longest or
# waits most comes first, and what only computes fills the rest; `rest` is whatever no other part names, so that nothing
# new is forgotten. What each said comes at the end. COVERAGE=1: the gate of `make coverage` too, as CI asks it; it makes
# the rules' tests three times as slow.
# What is compiled once serves every process that a test starts, also where the machine asks not to keep it. A folder of
# its own for that would have each part compile all libraries again, which pip has compiled beside them.
export PYTHONDONTWRITEBYTECODE=
# Ten parts for two cores: threads that OpenCV and numpy's algebra began beside them would only spin, waiting for a core.
export OPENCV_FOR_THREADS_NUM=1 OPENBLAS_NUM_THREADS=1
faults="tests/whole/test_faults_end_to_end.py"
kinds="tests/whole/test_kinds_of_table.py"
demo="tests/whole/test_simulated_demo.py tests/whole/test_long_run.py tests/whole/test_workshop.py"
# games and pictures seen badly: half of what `whole` would be
badly="tests/whole/test_pairs.py tests/whole/test_blinded_games.py tests/whole/test_blinded_forms.py
    tests/whole/test_crooked_games.py tests/whole/test_hostile.py tests/whole/test_wavering.py
    tests/whole/test_board_learn.py"
# the eye over time: half of what `vision` would be, which only computes and would end long after all others
eye="tests/vision/test_eye.py tests/vision/test_beside_an_arm.py tests/vision/test_motion.py
    tests/vision/test_stabiliser.py tests/vision/test_ground.py tests/vision/test_agreement.py"
# an update waits for processes that come and go: beside the rest of `whole`, not after it
update="tests/whole/test_update.py tests/whole/test_update_by_the_page.py"
if [ $# = 1 ]; then
    # shellcheck source=tests/in_memory.sh
    . "$(dirname "$0")/in_memory.sh"
    said=$(mktemp -d)
    trap 'rm -rf "$said" ${in_memory:+"$in_memory"}' EXIT
    trap 'exit 130' INT TERM
    cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
    parts="update webui whole games vision eye club box door demo faults kinds badly rules rest"
    failed=0
    # shellcheck disable=SC2086 # one word each
    printf '%s\n' $parts | xargs -P "${JOBS:-$((cores * 5))}" -I "{}" sh "$0" "$1" "$said" '{}' || failed=1
    for part in $parts; do echo "--- $part"; cat "$said/$part" || failed=1; done
    exit $failed
fi
pytest=$1 said=$2 part=$3
all() { # of these, what is no part of its own
    echo "$@"
    for file in $faults $kinds $demo $badly $update $eye; do echo "--ignore=$file"; done
}
case $part in
    rules) set -- tests/cribbage -m "not no_cover" ${COVERAGE:+--cov} ;;
    games) set -- tests/cribbage -m no_cover ;; # by chance, and every hand there is: they count for no branch
    faults) set -- $faults ;;
    kinds) set -- $kinds ;;
    demo) set -- $demo ;;
    update) set -- $update ;;
    eye) set -- $eye ;;
    vision) set -- $(all tests/vision) ;;
    badly) set -- $badly ;;
    whole) set -- $(all tests/whole) ;;
    box) set -- tests/box tests/fuzz tests/house ;;
    rest) set -- --ignore=tests/cribbage --ignore=tests/whole --ignore=tests/webui --ignore=tests/club \
        --ignore=tests/vision --ignore=tests/door --ignore=tests/box --ignore=tests/fuzz --ignore=tests/house ;;
    *) set -- "tests/$part" ;;
esac
began=$(date +%s)
if "$pytest" -p no:cacheprovider "$@" > "$said/$part" 2>&1; then ended=passed; else ended=FAILED; fi
times > "$said/$part.times" # of the shell, and of what it started: user and system
echo "$part: $ended after $(($(date +%s) - began)) s, on a processor $(tail -n 1 "$said/$part.times")"
[ $ended = passed ]
