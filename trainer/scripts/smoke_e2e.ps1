# rollout -> train_bc (1 epoch) -> eval --offline -> infer_assistant --once: the same as trainer/scripts/smoke_e2e.py.
#   .\trainer\scripts\smoke_e2e.ps1 --base-urls "http://127.0.0.1:12346"
# There is no param block: both --base-urls and -BaseUrls go on as they are.
$root = Split-Path -Parent (Split-Path -Parent $PSScriptRoot)
$python = Join-Path $root '.venv/Scripts/python.exe'
if (-not (Test-Path $python)) { $python = Join-Path $root '.venv/bin/python' }
if (-not (Test-Path $python)) { $python = 'python' }
Push-Location $root
try { & $python 'trainer/scripts/smoke_e2e.py' @args } finally { Pop-Location }
exit $LASTEXITCODE
