import type { Knex } from 'knex';
import type { Page } from '../../../db/page';
import type { EntryKind, LedgerPage } from '../contract';
import { ledgerEntries } from '../queries';
import { entryDocument } from '../serializer';
import { nextRelease } from './next-release';
import { statementMonths } from './statement';

interface Range extends Page {
  readonly sellerId: number;
  readonly kind: EntryKind | '';
  readonly claimDays: number;
}

export async function ledgerPage(
  db: Knex,
  { claimDays, limit, ...range }: Range,
): Promise<LedgerPage & { more: boolean }> {
  const [rows, months, next_release] = await Promise.all([
    ledgerEntries(db, { ...range, limit: limit + 1 }),
    statementMonths(db, range.sellerId),
    nextRelease(db, range.sellerId, claimDays),
  ]);
  const entries = rows.slice(0, limit).map((row) => entryDocument(row, claimDays));
  return { entries, months, next_release, claim_days: claimDays, more: rows.length > limit };
}
