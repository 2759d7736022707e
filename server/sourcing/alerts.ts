import type { Knex } from 'knex';
import type { SavedSearchRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { CardRow } from '../search/search';
import { type NewsSection, sendAlertMail, type WantedSection } from './alert-mail';
import { listedCards } from './queries';

export type Alert = Exclude<SavedSearchRow['alert'], 'off'>;

/** Buyers of searches and want lists with news that no mail has told of. */
export async function buyersWithNews(db: Knex, alert: Alert): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { buyer_id: number }[] }>(
    `select buyer_id from saved_searches
      where alert = :alert and exists (select from saved_search_news
                                        where saved_search_id = saved_searches.id and sent_at is null)
     union
     select want_lists.buyer_id from want_news
       join wants on wants.id = want_news.want_id
       join want_lists on want_lists.id = wants.want_list_id
      where want_news.sent_at is null and want_lists.alert = :alert
      order by buyer_id`,
    { alert },
  );
  return rows.map(({ buyer_id }) => buyer_id);
}

/** One mail of what is unsent, marked under the locks of the searches: a second run finds nothing. */
export async function sendAlert(tx: Tx, buyer_id: number, alert: Alert): Promise<void> {
  const searches = await tx('saved_searches')
    .where({ buyer_id, alert })
    .orderBy('id')
    .forUpdate()
    .select('id', 'name', 'query');
  const news = await tx('saved_search_news')
    .whereIn(
      'saved_search_id',
      searches.map(({ id }) => id),
    )
    .whereNull('sent_at')
    .update({ sent_at: tx.fn.now() })
    .returning(['saved_search_id', 'product_id']);
  const due: DueAlert = { buyer_id, alert, wanted: [] };
  await tx.events.alertDue(due);
  const wantedIds = due.wanted.flatMap(({ productIds }) => productIds);
  const ids = [...news.map(({ product_id }) => product_id), ...wantedIds];
  const products = await listedCards(tx, [...new Set(ids)]);
  const told = new Set<number>();
  const wanted = wantedSections(due, products, told);
  const wants = due.wanted
    .filter(({ productIds }) => productIds.some((id) => told.has(id)))
    .reduce((sum, list) => sum + list.wants, 0);
  const sections = sectionsOf(searches, news, products, told);
  const alone = sectionsOf(searches, news, products, new Set());
  if (wanted.length + sections.length > 0)
    await sendAlertMail(tx, buyer_id, { wanted, wants, searches: sections }, alone);
}

/** What is due for a buyer. Followers add what their lists want. */
export interface DueAlert {
  readonly buyer_id: number;
  readonly alert: Alert;
  readonly wanted: {
    readonly list: WantedSection['lists'][number];
    readonly wants: number;
    readonly productIds: readonly number[];
  }[];
}

/** Each product once: with all lists that want it. */
function wantedSections(
  { wanted }: DueAlert,
  products: NewsSection['products'],
  told: Set<number>,
): WantedSection[] {
  const sections = new Map<string, { lists: WantedSection['lists']; products: CardRow[] }>();
  for (const product of products) {
    const lists = wanted.filter(({ productIds }) => productIds.includes(product.id)).map(({ list }) => list);
    if (lists.length === 0) continue;
    told.add(product.id);
    const key = lists.map(({ id }) => id).join();
    const section = sections.get(key) ?? { lists, products: [] };
    section.products.push(product);
    sections.set(key, section);
  }
  return [...sections.values()];
}

/** Each product once: in the first search that it is new in. */
function sectionsOf(
  searches: readonly NewsSection['search'][],
  news: readonly { saved_search_id: number; product_id: number }[],
  products: NewsSection['products'],
  told: Set<number>,
): NewsSection[] {
  const sections = searches.map((search) => {
    const own = news.filter(({ saved_search_id }) => saved_search_id === search.id);
    const ids = new Set(own.map(({ product_id }) => product_id).filter((id) => !told.has(id)));
    for (const id of ids) told.add(id);
    return { search, products: products.filter(({ id }) => ids.has(id)) };
  });
  return sections.filter((section) => section.products.length > 0);
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
