import type { Knex } from 'knex';
import type { OfferRow, PurchaseOrderRow } from '../../db/tables';
import { member, type Staff, trader } from '../accounts/policy';
import { DAY_MS } from '../contract/durations';
import { inCart } from '../offers/rules';
import { isClosed } from '../orders/state-machine';
import { messageById } from './queries';

export { staff as mayHide } from '../accounts/policy';
export { visibleOffer as findThread } from '../offers/policy';

export const mayRead = member;
export const mayWrite = trader;

/** For staff, who see every thread. */
export const findMessage = (_viewer: Staff, { id }: { id: number }, { db }: { db: Knex }) =>
  messageById(db, id);

const NOT_SENT = 'You can send messages once the offer has been sent.';
const CLOSED = 'This conversation is closed.';
const REJECTED_DAYS = 14;
const ORDER_CLOSED_DAYS = 90;

type Order = Pick<PurchaseOrderRow, 'status' | 'status_since' | 'paid_at'>;

const isOlder = (at: Date, days: number, now: Date) => now.getTime() - at.getTime() > days * DAY_MS;

/** Why the parties cannot write here at this time of the database; null where they can. */
export function closedReason(
  offer: Pick<OfferRow, 'state' | 'updated_at'>,
  order: Order | undefined,
  now: Date,
) {
  if (inCart(offer.state)) return NOT_SENT;
  const isOver = order
    ? isClosed(order.status) && isOlder(order.status_since, ORDER_CLOSED_DAYS, now)
    : offer.state === 'rejected' && isOlder(offer.updated_at, REJECTED_DAYS, now);
  return isOver ? CLOSED : null;
}

export const orderOfThread = (db: Knex, offerId: number): Promise<Order | undefined> =>
  db('purchase_orders').where({ offer_id: offerId }).first('status', 'status_since', 'paid_at');
