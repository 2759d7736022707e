import type { Knex } from 'knex';
import type { SavedSearchRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { sendAlertMail } from './alert-mail';
import { listedCards } from './queries';

export type Alert = Exclude<SavedSearchRow['alert'], 'off'>;

/** Searches with news that no mail has told of. */
export async function dueSearches(db: Knex, alert: Alert): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from saved_searches
      where alert = ? and exists (select from saved_search_news
                                   where saved_search_id = saved_searches.id and sent_at is null)
      order by id`,
    [alert],
  );
  return rows.map(({ id }) => id);
}

/** Mails what is unsent and marks it, under the search's lock: a second run finds nothing. */
export async function sendAlert(tx: Tx, id: number, alert: Alert): Promise<void> {
  const search = await tx('saved_searches')
    .where({ id, alert })
    .forUpdate()
    .first('id', 'buyer_id', 'name', 'query');
  if (!search) return;
  const news = await tx('saved_search_news')
    .where({ saved_search_id: id })
    .whereNull('sent_at')
    .update({ sent_at: tx.fn.now() })
    .returning('product_id');
  const ids = news.map(({ product_id }) => product_id);
  const products = await listedCards(tx, ids);
  if (products.length > 0) await sendAlertMail(tx, search, products);
}

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

const DAILY_HOUR = 8;

/** The day of New York whose daily alerts are due, as `2026-11-24`; null before 8:00 there. */
export function dailyAlertDay(now: Date): string | null {
  const parts = Object.fromEntries(newYork.formatToParts(now).map(({ type, value }) => [type, value]));
  return Number(parts.hour) < DAILY_HOUR ? null : `${parts.year}-${parts.month}-${parts.day}`;
}

/** Returns false where the day's alerts have begun already. */
export const beginDay = async (tx: Tx, day: string): Promise<boolean> =>
  (await tx('saved_search_progress')
    .whereRaw('daily_sent_on is null or daily_sent_on < ?::date', [day])
    .update({ daily_sent_on: day })) > 0;
