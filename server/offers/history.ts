import type { OfferHistoryRow, OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Line } from './queries';

export interface By {
  readonly actor: OfferHistoryRow['actor'];
  readonly userId: number | null;
}

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
  await tx('offer_history').insert({
    offer_id: offer.id,
    actor: by.actor,
    user_id: by.userId,
    event,
    from_state: from,
    to_state: offer.state,
    note: note || null,
    lines: toJson(
      lines.map(({ id, name, quantity, unit_price_cents }) => ({
        offer_product_id: id,
        name,
        quantity,
        unit_price: unit_price_cents,
      })),
    ),
  });
}
