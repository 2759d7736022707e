import { type Cents, cents } from './money';

const BPS = 10_000n;

/** Total × bps, rounded half up (docs/rules.md#orders). */
export const fee = (total: Cents, bps: number): Cents =>
  cents((BigInt(total) * BigInt(bps) * 2n + BPS) / (2n * BPS));

/** 1000 → "10%", 1025 → "10.25%". */
export const feePercent = (bps: number): string => `${bps / 100}%`;

export const net = (total: Cents, bps: number): Cents => cents(total - fee(total, bps));

/** In sum, any sequence of refunds gives back exactly the fee (docs/rules.md#refunds). */
export function feeGivenBack(
  refund: Cents,
  { goodsLeft, feeLeft, bps }: { goodsLeft: Cents; feeLeft: Cents; bps: number },
): Cents {
  const back = feeLeft - fee(cents(goodsLeft - refund), bps);
  return cents(Math.min(Math.max(back, 0), refund));
}

/** Shares a net total among lines by largest remainder (docs/rules.md#orders). Ties go to the earlier line. */
export function shareNet(lineTotals: readonly Cents[], netTotal: Cents): Cents[] {
  const whole = lineTotals.reduce((total, line) => total + BigInt(line), 0n);
  if (whole === 0n) return lineTotals.map(() => cents(0));
  const parts = lineTotals.map((line, index) => {
    const exact = BigInt(line) * BigInt(netTotal);
    return { index, share: exact / whole, remainder: exact % whole };
  });
  let left = BigInt(netTotal) - parts.reduce((total, { share }) => total + share, 0n);
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return parts.map(({ share }) => cents(share));
}
