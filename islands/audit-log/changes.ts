import { toJson } from '../../server/contract/json';

export interface Change {
  field: string;
  /** null when absent. */
  before: string | null;
  after: string | null;
}

const MAX_CHARACTERS = 120;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function formatValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : toJson(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

/** Lists the fields that differ, apart from `version` and `updated_at`. */
export function changesOf({ before, after }: { before: unknown; after: unknown }): Change[] {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}))
    return [{ field: 'value', before: formatValue(before), after: formatValue(after) }];
  const previous = (before ?? {}) as Record<string, unknown>;
  const current = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(previous), ...Object.keys(current)])]
    .filter((field) => field !== 'version' && field !== 'updated_at')
    .map((field) => ({ field, before: formatValue(previous[field]), after: formatValue(current[field]) }))
    .filter((change) => change.before !== change.after);
}
