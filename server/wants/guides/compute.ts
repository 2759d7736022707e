import type { Tx } from '../../../db/transaction';
import { MAX_UNITS } from '../../contract/money';
import type { Services } from '../../services';
import { HAS_ENDED } from '../queries';

/** Below these a figure could reveal a buyer, so there is none (docs/rules.md#want-lists). */
const MIN_BUYERS = 5;
const MAX_SHARE_PERCENT = 40;

/** How many buyers want an item, and how many units, of open wants by UPC. Returns for how many items. */
export async function computeWantGuides(tx: Tx): Promise<number> {
  await tx.raw('lock table want_guides in share row exclusive mode');
  await tx.raw('delete from want_guides');
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `with wanted as materialized (
       select want.gtin, want.buyer_id, sum(want.quantity) as units
         from wants want
         join users main on main.buyer_id = want.buyer_id and main.is_primary and main.status <> 'denied'
        where want.status in ('waiting', 'proposed', 'matched') and want.gtin is not null and not (${HAS_ENDED})
        group by 1, 2
     )
     insert into want_guides (gtin, buyers, units)
     select gtin, count(*)::int, least(sum(units), ${MAX_UNITS})::bigint
       from wanted
      group by gtin
     having count(*) >= ${MIN_BUYERS} and max(units) * 100 <= sum(units) * ${MAX_SHARE_PERCENT}`,
  );
  return rowCount;
}

export async function computeGuidesAtOnce({ transaction }: Pick<Services, 'transaction'>): Promise<string> {
  const count = await transaction(computeWantGuides);
  return `Figures of ${count} wanted ${count === 1 ? 'item' : 'items'} computed.`;
}
