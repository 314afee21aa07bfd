"""`python -m pegwatch.bench`: what things cost, as figures and ratios within one run."""
