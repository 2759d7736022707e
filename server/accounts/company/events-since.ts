import type { Tx } from '../../../db/transaction';
import type { Company } from './company';

/** By the company's first API key or webhook. From then on its events are kept for its programs (server/events). */
export async function startEvents(tx: Tx, { kind, id }: Pick<Company, 'kind' | 'id'>): Promise<void> {
  const companies = kind === 'buyer' ? 'buyers' : 'sellers';
  await tx.raw('update ?? set events_since = now() where id = ? and events_since is null', [companies, id]);
}
