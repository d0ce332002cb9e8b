"""Commands out of settings: every field is an option, and what does not fit is refused by name."""

from pathlib import Path
from typing import Annotated, ClassVar, Literal

import pytest
import typer

from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.settings import Positive, Settings, setting


class Baking(Settings):
    """Bake bread."""

    example: ClassVar[str] = "--out tin"
    renamed: ClassVar = {"breads": "loaves"}

    out: Path = setting(help="where it goes")
    loaves: Positive = setting(2, "how many", also=("--number",))
    heat: float = setting(0.5, "of the oven", gt=0, le=1)
    flour: Literal["rye", "wheat"] = "rye"
    salt: bool = setting(True, "with salt")
    seeds: bool = False
    tins: tuple[int, int] = (1, 2)
    minutes: Positive | None = None


@from_settings
def bake(settings: Baking, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    print(settings, as_json)


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        run_program(bake, words, "bake")
    return int(ended.value.code or 0)


def test_every_field_is_an_option(capsys):
    words = "--out tin --number 1_000 --heat 1 --flour wheat --no-salt --seeds --tins 3,4 --minutes 5 --json"
    assert run(*words.split()) == 0
    expected = Baking(
        out=Path("tin"), loaves=1000, heat=1.0, flour="wheat", salt=False, seeds=True, tins=(3, 4), minutes=5
    )
    assert capsys.readouterr().out == f"{expected} True\n"


def test_without_options_the_defaults_hold(capsys):
    assert run("--out", "tin") == 0
    assert capsys.readouterr().out == f"{Baking(out=Path('tin'))} False\n"


def test_help_says_what_each_field_is(capsys):
    assert run("--help") == 0
    shown = capsys.readouterr().out
    for text in ("Bake bread.", "--loaves, --number N", "how many", "rye|wheat", "Example: bake --out tin"):
        assert text in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "Missing option '--out'"),
        ("--out tin --loaves 0", "'--loaves' / '--number': loaves is '0'; 1 or more is allowed"),
        ("--out tin --loaves two", "'--loaves' / '--number': loaves is 'two'; a whole number is needed"),
        ("--out tin --heat 0", "'--heat': heat is '0'; more than 0 is allowed"),
        ("--out tin --heat nan", "'--heat': heat is 'nan'; a finite number is needed"),
        ("--out tin --flour oat", "'--flour': flour is 'oat'; 'rye' or 'wheat' is allowed"),
        ("--out tin --tins 3", "'--tins': tins is '3'; more is needed"),
        ("--out tin --minutes 0", "'--minutes': minutes is '0'; 1 or more is allowed"),
        ("--out tin --breads 3", "breads is now loaves"),
        ("--out tin --yeast 3", "No such option: --yeast"),
    ],
)
def test_what_does_not_fit_is_one_line(words, says, capsys):
    assert run(*words.split()) == 2
    written = capsys.readouterr()
    assert says in written.err
    assert written.err.startswith("bake: ")
    assert written.err.count("\n") == 1
    assert written.out == ""


def test_a_former_name_is_refused_with_todays():
    with pytest.raises(ValueError, match="breads is now loaves"):
        Baking(out=Path("tin"), breads=3)


def test_a_list_may_be_several_words(capsys):
    assert run("--tins", "3", "4", "--out", "tin") == 0
    assert "tins=(3, 4)" in capsys.readouterr().out


def test_what_was_not_given_is_not_in_the_set(capsys):
    @from_settings
    def given(settings: Baking) -> None:
        print(sorted(settings.model_fields_set))

    with pytest.raises(SystemExit):
        run_program(given, ["--out", "tin", "--seeds"], "bake")
    assert capsys.readouterr().out == "['out', 'seeds']\n"
