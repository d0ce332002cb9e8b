# Removes caches and build output; environments, runs and docs/artifacts stay. --yes does it, else it is listed.
$root = Split-Path -Parent $PSScriptRoot
& python (Join-Path $root 'tools/cleanup.py') @args
exit $LASTEXITCODE
