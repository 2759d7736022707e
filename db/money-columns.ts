import { cents } from '../server/contract/money';

// Operators' SQL relies on these two names without _cents (docs/rules.md#database-names).
export const isMoney = (column: string) =>
  column.endsWith('_cents') || column === 'total_net_to_seller' || column === 'net_to_seller';

export const toCents = (value: unknown) => (typeof value === 'bigint' ? cents(value) : value);
