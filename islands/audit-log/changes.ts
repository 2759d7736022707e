import { toJson } from '../../server/contract/json';

export interface Change {
  field: string;
  /** null when absent. */
  before: string | null;
  after: string | null;
}

const MOST = 120;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function said(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : toJson(value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

/** Lists the fields that differ, apart from `version` and `updated_at`. */
export function changesOf({ before, after }: { before: unknown; after: unknown }): Change[] {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}))
    return [{ field: 'value', before: said(before), after: said(after) }];
  const was = (before ?? {}) as Record<string, unknown>;
  const is = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => field !== 'version' && field !== 'updated_at')
    .map((field) => ({ field, before: said(was[field]), after: said(is[field]) }))
    .filter((change) => change.before !== change.after);
}
