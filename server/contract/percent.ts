import { type Cents, cents } from './money';

/** Tenths of a percent of the asking price: 925 is 92.5%. Created only by `parseTenths()` and from stored columns. */
export type Tenths = number;

const MIN_TENTHS = 10;
export const MAX_TENTHS = 1_000;

const toTenths = (percent: number) => Math.round(percent * 10);

/** 92.5 → 925; null outside 1 to 100 or with more than one decimal. */
export function parseTenths(percent: number): Tenths | null {
  const tenths = toTenths(percent);
  return tenths / 10 === percent && tenths >= MIN_TENTHS && tenths <= MAX_TENTHS ? tenths : null;
}

export const toPercent = (tenths: Tenths): number => tenths / 10;

export const formatTenths = (tenths: Tenths): string => formatPercent(toPercent(tenths));

const hasTenth = (percent: number | null) => percent !== null && toTenths(percent) % 10 !== 0;

/** "92.5%", "92%"; "92.0%" in a column with tenths, "–" where there is none. Rounded to a tenth. */
export function formatPercent(
  percent: number | null,
  column: readonly (number | null)[] = [percent],
): string {
  if (percent === null) return '–';
  const decimals = column.some(hasTenth) ? 1 : 0;
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${percent.toLocaleString('en-US', format)}%`;
}

export const isAtLeast = (price: Cents, tenths: Tenths, asking: Cents): boolean =>
  BigInt(price) * 1_000n >= BigInt(tenths) * BigInt(asking);

/** Rounded half up to the cent. */
export const shareOf = (asking: Cents, tenths: Tenths): Cents =>
  cents((BigInt(asking) * BigInt(tenths) * 2n + 1_000n) / 2_000n);
