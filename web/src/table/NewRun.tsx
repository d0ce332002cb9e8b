// What a run begins with: deck, stake, challenge, seed.
import type { Core } from "@jimbot/core";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Names } from "../names";
import type { Kept } from "../run";
import { say } from "../say";
import { dailySeed, randomSeed } from "../seeds";
import { t, tName } from "../text";
import { DeckArt, StakeChip } from "../art/Runs";

export function NewRun({ core, names, begun }: { core: Core; names: Names; begun: (kept: Kept) => void }): JSX.Element {
  const { deck: decks, stake: stakes, challenge: challenges } = names.content;
  const [deck, setDeck] = useState(0);
  const [stake, setStake] = useState(1);
  const [challenge, setChallenge] = useState(-1);
  const [seed, setSeed] = useState("");
  const [endless, setEndless] = useState(false);
  const begin = (with_: string): void => {
    try {
      const plain = challenge >= 0;
      const game = core.start({ seed: with_ || randomSeed(), deck: plain ? 0 : deck, stake: plain ? 1 : stake, challenge: plain ? challenge : undefined, endless });
      const start = game.notation();
      game.drop();
      begun({ start, decisions: [] });
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form class="newrun" onSubmit={(event) => { event.preventDefault(); begin(seed.trim().toUpperCase()); }}>
      <fieldset disabled={challenge >= 0}>
        <legend>{t("deck")}</legend>
        <div class="decks" role="radiogroup" aria-label={t("deck")}>
          {decks.map(({ key, name }, i) => (
            <label class={`deckchoice ${i === deck ? "on" : ""}`} title={names.text(key)}>
              <input type="radio" name="deck" checked={i === deck} onChange={() => setDeck(i)} /><DeckArt of={key} /><span>{tName(name)}</span>
            </label>
          ))}
        </div>
        <p class="explained">{names.text(decks[deck]?.key)}</p>
      </fieldset>
      <fieldset disabled={challenge >= 0}>
        <legend>{t("stake")}</legend>
        <div class="stakes" role="radiogroup" aria-label={t("stake")}>
          {stakes.map(({ key, name }, i) => (
            <label class={`stakechoice ${i + 1 === stake ? "on" : ""}`} title={names.text(key)}>
              <input type="radio" name="stake" checked={i + 1 === stake} onChange={() => setStake(i + 1)} /><StakeChip of={key} /><span>{tName(name)}</span>
            </label>
          ))}
        </div>
        <p class="explained">{names.text(stakes[stake - 1]?.key)}</p>
      </fieldset>
      <div class="beginrow">
        <label>{t("challenge")}
          <select value={challenge} onChange={(event) => setChallenge(Number(event.currentTarget.value))}>
            <option value={-1}>{t("noChallenge")}</option>
            {challenges.map(({ name }, i) => <option value={i}>{name}</option>)}
          </select>
        </label>
        <label>{t("seed")}<input value={seed} maxLength={16} placeholder={t("random")} autocomplete="off" spellcheck={false} onInput={(event) => setSeed(event.currentTarget.value)} /></label>
        <label class="switch"><input type="checkbox" checked={endless} onChange={(event) => setEndless(event.currentTarget.checked)} /> {t("endless")}</label>
        <button type="submit" class="primary wide">{t("begin")}</button>
        <button type="button" onClick={() => begin(dailySeed())}>{t("daily")}</button>
      </div>
    </form>
  );
}
