import type { Knex } from 'knex';
import { counted } from '../contract/money';
import type { Services } from '../services';
import { DELETE_ORPHANS, LISTINGS, OFFER_TOTALS, ORDER_TOTALS } from './derived-rows';
import { rebuildRows } from './rebuild-rows';
import { rebuildTallies } from './rebuild-tallies';

async function rebuildListings(db: Knex): Promise<number> {
  const orphans = await db.raw<{ rows: unknown[] }>(DELETE_ORPHANS);
  return orphans.rows.length + (await rebuildRows(db, LISTINGS));
}

/** Each returns the number of rows that it changed. Trade may go on. */
const TABLES: Record<string, (db: Knex) => Promise<number>> = {
  tallies: rebuildTallies,
  totals: async (db) => (await rebuildRows(db, OFFER_TOTALS)) + (await rebuildRows(db, ORDER_TOTALS)),
  listings: rebuildListings,
};

/** `npm run rebuild -- tallies|totals|listings` */
export async function rebuildAtOnce({ db }: Pick<Services, 'db'>, words: readonly string[]): Promise<string> {
  const [name = ''] = words;
  const rebuild = TABLES[name];
  if (!rebuild || words.length > 1)
    throw new Error(`Say what to rebuild: npm run rebuild -- ${Object.keys(TABLES).join('|')}`);
  const changed = await rebuild(db);
  return `Rebuilt ${name}: ${counted(changed, 'row')} differed.`;
}
