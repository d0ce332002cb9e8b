// Seeds as the game makes them: eight characters, 1-9 and A-Z without O.
import { mix } from "@jimbot/core";

const ALPHABET = "123456789ABCDEFGHIJKLMNPQRSTUVWXYZ";
function seedOf(number: bigint): string {
  let out = "", left = number;
  for (let i = 0; i < 8; ++i) {
    out += ALPHABET[Number(left % 34n)] ?? "1";
    left /= 34n;
  }
  return out;
}
export const randomNumber = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
export const randomSeed = (): string => seedOf(randomNumber());
/** The same for everybody on one day (UTC). */
export const dailySeed = (day = new Date()): string => seedOf(mix(BigInt(Math.floor(day.getTime() / 86_400_000))));
