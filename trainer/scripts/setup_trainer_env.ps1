# A virtual environment for the trainers: the same as trainer/scripts/setup_trainer_env.py.
$python = if ($env:PYTHON) { $env:PYTHON } else { 'python' }
& $python (Join-Path $PSScriptRoot 'setup_trainer_env.py') @args
exit $LASTEXITCODE
