# The regression gates: each switch runs `jimbot gate` with the options of the same name.
#   powershell -ExecutionPolicy Bypass -File scripts\run_regressions.ps1 -RunP18 -RunP19 -SkipMilestone1000
# All words go on to one Python program, which knows these spellings: -RunP15 ... -RunP20, -SkipMilestone1000,
# -RunPerfGateOnly, -FailOnPerfGate, -Quick, -AllowPromote.
$root = Split-Path -Parent $PSScriptRoot
$python = Join-Path $root '.venv/Scripts/python.exe'
if (-not (Test-Path $python)) { $python = Join-Path $root '.venv/bin/python' }
if (-not (Test-Path $python)) { $python = 'python' }
Set-Location $root
& $python -m jimbot.release.gates @args
exit $LASTEXITCODE
