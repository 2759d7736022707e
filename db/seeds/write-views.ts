import type { Tx } from '../transaction';

const DAYS = 120;

/** Whole numbers from 0 to 999 that look random and are the same in every demo. */
const draw = (text: string) => `(('x' || left(md5(${text}), 7))::bit(28)::integer % 1000)`;

/** Some products are popular and some hardly found, fewer people look at weekends, and there are more every week. */
export async function writeViews(tx: Tx, now: Date): Promise<void> {
  await tx.raw(
    `insert into product_views_daily (product_id, day, views)
     select id, day, views from (
       select id, day, (popular * (0.5 + ${draw(`'views ' || id || ' ' || day`)} / 500.0)
                * case when extract(isodow from day) > 5 then 0.45 else 1 end
                * (1.25 - age / 200.0))::integer as views
         from (
           select products.id, days.day::date as day, :today::date - days.day::date as age,
                  (${draw(`'popular ' || products.id`)} / 1000.0) ^ 2 * 8 + 0.9 as popular
             from products
             cross join generate_series(:today::date - :days::integer, :today::date, interval '1 day') days (day)
            where products.listed_at is not null and products.listed_at::date <= days.day
         ) days
     ) counted where views > 0`,
    { today: now.toISOString().slice(0, 10), days: DAYS },
  );
}
