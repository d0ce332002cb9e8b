// Numbers as people read them.
const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

export function big(number: number): string {
  if (!Number.isFinite(number)) return "∞";
  if (Math.abs(number) >= 1e11) return number.toExponential(3).replace("e+", "e");
  return Math.abs(number) < 1000 && !Number.isInteger(number) ? SHORT.format(number) : WHOLE.format(number);
}
export const percent = (share: number): string => {
  const shown = 100 * Math.min(1, Math.max(0, share));
  return `${shown > 99.95 || shown < 0.05 || (shown >= 10 && shown <= 99) ? shown.toFixed(0) : shown.toFixed(1)} %`;
};
export const points = (share: number): string => `${(100 * share).toFixed(1)}`;
export const dollars = (amount: number): string => (amount < 0 ? `-$${WHOLE.format(-amount)}` : `$${WHOLE.format(amount)}`);
