import { statement } from '../../db/sql';
import type { OfferHistoryRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import type { Line } from './queries';
import type { OfferState } from './state-contract';

export interface Actor {
  readonly actor: OfferHistoryRow['actor'];
  readonly userId: number | null;
}

export const SYSTEM: Actor = { actor: 'system', userId: null };

const insertEntry = statement(
  'write offer history',
  `insert into offer_history (offer_id, actor, user_id, event, from_state, to_state, note, lines)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

interface HistoryEntry {
  readonly offerId: number;
  readonly event: string;
  readonly from: OfferState;
  readonly to: OfferState;
  readonly lines: readonly Line[];
  readonly by: Actor;
  readonly note?: string | null | undefined;
}

export async function writeHistory(tx: Tx, { offerId, event, from, to, lines, by, note }: HistoryEntry) {
  const prices = lines.map(({ id, name, quantity, unit_price_cents }) => ({
    offer_product_id: id,
    name,
    quantity,
    unit_price: unit_price_cents,
  }));
  await insertEntry(tx, [offerId, by.actor, by.userId, event, from, to, note || null, toJson(prices)]);
}
