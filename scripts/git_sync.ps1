# Brings this checkout up to date with its remote branch; --push also pushes.
$root = Split-Path -Parent $PSScriptRoot
& python (Join-Path $root 'tools/git_sync.py') @args
exit $LASTEXITCODE
