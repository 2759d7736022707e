import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';

export interface StuckCount {
  kind: string;
  label: string;
  group: string;
  count: number;
}

export interface StuckRow {
  id: number;
  title: string;
  detail: string;
  href: string | null;
  since: string;
}

export interface StuckPage {
  kind: string;
  label: string;
  advice: string;
  rows: StuckRow[];
  total: number;
  page: number;
}

export const stuckBoard = endpoint<StuckCount[]>()('GET /admin/insights/stuck');
export const stuckRows = endpoint<StuckPage>()('GET /admin/insights/stuck/:kind');
export const stuckWork: Island<StuckPage & { figures_at: string | null }> = { id: 'stuck-work' };
