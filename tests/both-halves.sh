#!/bin/sh
# All tests in two halves side by side: `make test`. Each pytest has an order of its own that never changes (which test
# finds which modules loaded matters to Hypothesis), so what passes once passes again. The halves cost about the same.
#   here        the rules with their coverage, then whole tables
#   beside it   everything else; what it says comes at the end
pytest=$1
said=$(mktemp)
"$pytest" -p no:cacheprovider --ignore=tests/cribbage --ignore=tests/whole > "$said" 2>&1 &
other=$!
trap 'kill $other 2>/dev/null; rm -f "$said"' EXIT
trap 'exit 130' INT TERM
failed=0
"$pytest" tests/cribbage --cov || failed=1
"$pytest" tests/whole || failed=1
wait $other || failed=1
echo "The other half:"
cat "$said"
exit $failed
