import { statement } from '../../db/prepared-statement';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { Conflict, Invalid } from '../http/errors';
import { offerChanged } from './channel';
import { MAX_LINES, OFFER_CHANGED, TOO_MANY_LINES } from './contract';
import { linesIn, lockBuyer, lockOffer, totalOf, update } from './offer';
import { OFFER } from './queries';
import { inCart } from './state-contract';

export type CartState = 'draft' | 'saved_for_later';

const THERE = `select ${OFFER} from offers where buyer_id = $1 and seller_id = $2 and state = $3 for update`;
const there = statement<OfferRow>('lock cart offer', THERE);
// The buyer's row is locked: nobody else makes one now.
const findOrCreate = statement<OfferRow>(
  'lock or make cart offer',
  `with there as (${THERE}), made as (
     insert into offers (buyer_id, seller_id, state) select $1, $2, $3 where not exists (select from there)
     returning ${OFFER}
   )
   select ${OFFER} from there as offers union all select ${OFFER} from made as offers`,
);

/** The buyer's only draft, or saved, offer to this seller. */
export const findCartOffer = async (tx: Tx, buyerId: number, sellerId: number, state: CartState) =>
  (await there(tx, [buyerId, sellerId, state]))[0] ?? null;

/** The same, made where there is none. */
export async function cartOffer(tx: Tx, buyerId: number, sellerId: number, state: CartState) {
  const [offer] = await findOrCreate(tx, [buyerId, sellerId, state]);
  if (!offer) throw new Error('The offer was not written');
  return offer;
}

/** Its lines have changed: one version more. Throws 422 where they are too many, or their total past all counting. */
export async function saveCart(tx: Tx, offer: OfferRow, event: string): Promise<OfferRow> {
  const [lines, changed] = await Promise.all([linesIn(tx, offer), update(tx, offer)]);
  if (lines.length > MAX_LINES) throw Invalid(TOO_MANY_LINES);
  totalOf(lines);
  await offerChanged(tx, changed, event);
  return changed;
}

/** An offer of the cart is deleted with its last line. */
export async function deleteIfEmpty(tx: Tx, offer: OfferRow, event: string): Promise<OfferRow | null> {
  const line = await tx('offer_products').where({ offer_id: offer.id }).first('id');
  if (!line) return deleteDraft(tx, offer, event);
  const changed = await update(tx, offer);
  await offerChanged(tx, changed, event);
  return changed;
}

/** Deletes an offer that was never sent. Its seller is told nothing. */
export async function deleteDraft(tx: Tx, offer: OfferRow, event: string): Promise<null> {
  await offerChanged(tx, await update(tx, offer), event);
  await tx('offers').where({ id: offer.id }).delete();
  return null;
}

/** An offer of the cart to change, its buyer locked before it. Throws 409 where it has left the cart. */
export async function lockCartOffer(tx: Tx, viewer: Buyer, offerId: number, version?: number) {
  await lockBuyer(tx, viewer.buyer_id);
  const offer = await lockOffer(tx, offerId, version);
  if (!inCart(offer.state)) throw Conflict(OFFER_CHANGED);
  return offer;
}
