import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { Cents } from '../../contract/money';

/** Ages of what waits, in days; a row belongs to exactly one. */
export const stuckAges = {
  'under-1-day': { from: 0, to: 1, label: 'Under 1 day' },
  '1-to-3-days': { from: 1, to: 3, label: '1–3 days' },
  '3-to-7-days': { from: 3, to: 7, label: '3–7 days' },
  'over-7-days': { from: 7, to: null, label: 'Over 7 days' },
} as const;

export type StuckAge = keyof typeof stuckAges;

export interface StuckCount {
  kind: string;
  label: string;
  group: string;
  count: number;
  /** The rows of each age; their sum is the count. */
  ages: Record<StuckAge, number>;
}

export interface StuckRow {
  id: number;
  title: string;
  detail: string;
  href: string | null;
  amount_cents: Cents | null;
  since: string;
}

export interface StuckPage {
  kind: string;
  label: string;
  advice: string;
  /** What a row's link leads to, as on a button; null where the rows have none. */
  act: string | null;
  /** null for all ages. */
  age: StuckAge | null;
  rows: StuckRow[];
  total: number;
  page: number;
}

export const stuckBoard = endpoint<StuckCount[]>()('GET /admin/insights/stuck');
export const stuckRows = endpoint<StuckPage>()('GET /admin/insights/stuck/:kind');
export const stuckWork: Island<StuckPage & { figures_at: string | null }> = { id: 'stuck-work' };
