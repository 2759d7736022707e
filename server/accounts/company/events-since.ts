import type { Tx } from '../../../db/transaction';
import type { Company } from './company';

/** SQL: whether either company's events are kept. The parameters name ids, or are null. */
export const keepsEvents = (buyer: string, seller: string): string =>
  `(exists (select from buyers where buyers.id = ${buyer} and buyers.events_since is not null)
    or exists (select from sellers where sellers.id = ${seller} and sellers.events_since is not null)) as keeps_events`;

export const sellerKeepsEvents = (seller: string) => keepsEvents('null', seller);

/** By the company's first API key or webhook. From then on its events are kept for its programs (server/events). */
export async function startEvents(tx: Tx, { kind, id }: Pick<Company, 'kind' | 'id'>): Promise<void> {
  const companies = kind === 'buyer' ? 'buyers' : 'sellers';
  await tx.raw('update ?? set events_since = now() where id = ? and events_since is null', [companies, id]);
}
