import { statement } from '../../db/prepared-statement';
import type { OfferHistoryRow, OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Line } from './queries';

export interface By {
  readonly actor: OfferHistoryRow['actor'];
  readonly userId: number | null;
}

const written = statement(
  'write offer history',
  `insert into offer_history (offer_id, actor, user_id, event, from_state, to_state, note, lines)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Who did what, when, and at which prices the lines stood after it. */
export async function writeHistory(
  tx: Tx,
  offer: OfferRow,
  from: OfferRow['state'],
  event: string,
  lines: readonly Line[],
  by: By,
  note?: string | null,
) {
  const stood = lines.map(({ id, name, quantity, unit_price_cents }) => ({
    offer_product_id: id,
    name,
    quantity,
    unit_price: unit_price_cents,
  }));
  const { id, state } = offer;
  await written(tx, [id, by.actor, by.userId, event, from, state, note || null, toJson(stood)]);
}
