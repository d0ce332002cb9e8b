# A command with a time limit: the same as `jimbot safe-run`.
#   powershell -ExecutionPolicy Bypass -File scripts\safe_run.ps1 -TimeoutSec 1200 -- COMMAND ...
# There is no param block: all words go on as they are, and `--` may be there or not.
$root = Split-Path -Parent $PSScriptRoot
$python = Join-Path $root '.venv/Scripts/python.exe'
if (-not (Test-Path $python)) { $python = Join-Path $root '.venv/bin/python' }
if (-not (Test-Path $python)) { $python = 'python' }
& $python -m jimbot safe-run @args
exit $LASTEXITCODE
