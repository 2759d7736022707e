import { statement } from '../../../db/sql';
import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import { Invalid } from '../../http/errors';
import {
  deleteOffer,
  linesIn,
  lockBuyer,
  lockOffer,
  type OfferChange,
  OfferChanged,
  totalOf,
  update,
} from '../offer';
import { OFFER } from '../queries';
import { inCart, MAX_LINES, TOO_MANY_LINES } from '../rules';

type CartState = 'draft' | 'saved_for_later';

const LOCK_CART_OFFER = `select ${OFFER} from offers where buyer_id = $1 and seller_id = $2 and state = $3 for update`;
const lockExisting = statement<OfferRow>('lock cart offer', LOCK_CART_OFFER);
// Needs the buyer's lock: no concurrent call inserts the same offer.
const findOrCreate = statement<OfferRow>(
  'lock or create cart offer',
  `with existing as (${LOCK_CART_OFFER}), created as (
     insert into offers (buyer_id, seller_id, state) select $1, $2, $3 where not exists (select from existing)
     returning ${OFFER}
   )
   select ${OFFER} from existing as offers union all select ${OFFER} from created as offers`,
);

export const findCartOffer = async (tx: Tx, buyerId: number, sellerId: number, state: CartState) =>
  (await lockExisting(tx, [buyerId, sellerId, state]))[0] ?? null;

/** The buyer's row must be locked. */
export async function cartOffer(tx: Tx, buyerId: number, sellerId: number, state: CartState) {
  const [offer] = await findOrCreate(tx, [buyerId, sellerId, state]);
  if (!offer) throw new Error('The offer was not written');
  return offer;
}

/** Raises the version after a change of lines. Throws 422 above MAX_LINES or above the largest safe total. */
export async function saveCart(tx: Tx, offer: OfferRow, event: OfferChange): Promise<OfferRow> {
  const [lines, changed] = await Promise.all([linesIn(tx, offer), update(tx, offer)]);
  if (lines.length > MAX_LINES) throw Invalid(TOO_MANY_LINES);
  totalOf(lines);
  await tx.events.offerChanged(changed, event);
  return changed;
}

export async function deleteIfEmpty(tx: Tx, offer: OfferRow, event: OfferChange): Promise<OfferRow | null> {
  const line = await tx('offer_products').where({ offer_id: offer.id }).first('id');
  if (!line) return deleteOffer(tx, offer, event);
  const changed = await update(tx, offer);
  await tx.events.offerChanged(changed, event);
  return changed;
}

/** Locks the buyer, then the offer. Throws OfferChanged when it is not in the cart. */
export async function lockCartOffer(tx: Tx, viewer: Buyer, offerId: number, version?: number) {
  await lockBuyer(tx, viewer.buyer_id);
  const offer = await lockOffer(tx, offerId, version);
  if (!inCart(offer.state)) throw OfferChanged();
  return offer;
}
