import { sqlList, statement } from '../../../db/sql';
import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import { Invalid, NotFound } from '../../http/errors';
import {
  deleteOffer,
  type OfferAndLines,
  type OfferChange,
  OfferChanged,
  requireCurrent,
  totalOf,
  update,
} from '../offer';
import { type Line, linesOf, OFFER } from '../queries';
import { cartStates, inCart, MAX_LINES, TOO_MANY_LINES } from '../rules';

type CartState = 'draft' | 'saved_for_later';

// Needs the buyer's lock: no concurrent call inserts the same offer.
const findOrCreate = (name: string, seller: string) =>
  statement<OfferRow>(
    name,
    `with existing as (
       select ${OFFER} from offers
        where buyer_id = $1 and seller_id = ${seller} and state in ${sqlList(cartStates)} for update
     ), created as (
       insert into offers (buyer_id, seller_id, state)
       select $1, sellers.id, $3 from sellers
        where sellers.id = ${seller} and not exists (select from existing where state = $3)
       returning ${OFFER}
     )
     select ${OFFER} from existing as offers union all select ${OFFER} from created as offers`,
  );

// The buyer's row first: the offer's is locked once `exists` has been answered.
const lockInCart = statement<OfferRow>(
  'lock cart offer',
  `with buyer as materialized (select from buyers where id = $1 for no key update)
   select ${OFFER} from offers where id = $2 and exists (select from buyer) for update`,
);

const findOrCreateOf = {
  seller: findOrCreate('lock or create cart offers', '$2'),
  sellerUser: findOrCreate(
    'lock or create cart offers of user',
    '(select seller_id from users where id = $2)',
  ),
};

export interface LockedCart {
  readonly draft: OfferRow;
  readonly saved: OfferRow | null;
}

function written(offer: OfferRow | undefined): OfferRow {
  if (!offer) throw new Error('The offer was not written');
  return offer;
}

/** The buyer's row must be locked. */
export async function cartOffer(tx: Tx, buyerId: number, sellerId: number, state: CartState) {
  const offers = await findOrCreateOf.seller(tx, [buyerId, sellerId, state]);
  return written(offers.find((offer) => offer.state === state));
}

function cartOf(offers: readonly OfferRow[]): LockedCart | null {
  const draft = offers.find(({ state }) => state === 'draft');
  return draft ? { draft, saved: offers.find((offer) => offer !== draft) ?? null } : null;
}

/** The draft, created where there is none. The buyer's row must be locked. */
export async function lockCart(tx: Tx, buyerId: number, sellerId: number): Promise<LockedCart> {
  const cart = cartOf(await findOrCreateOf.seller(tx, [buyerId, sellerId, 'draft']));
  if (!cart) throw new Error('The draft was not written');
  return cart;
}

/** The same, of the seller whom the user belongs to; null where there is none. */
export const lockCartOfUser = async (tx: Tx, buyerId: number, sellerUserId: number) =>
  cartOf(await findOrCreateOf.sellerUser(tx, [buyerId, sellerUserId, 'draft']));

/** What follows a change by the member $2 to the lines of offer $1, in its statement. */
export const RAISE_VERSION = `
   update offers set version = version + 1, updated_at = now(), changed_by = $2 where id = $1`;

/** Raises the version after a change to these lines. Throws like `savedCart`. */
export async function saveCart(
  tx: Tx,
  offer: OfferRow,
  by: number,
  event: OfferChange,
  changed: Promise<readonly Line[]>,
): Promise<OfferAndLines> {
  const [lines, saved] = await Promise.all([changed, update(tx, offer, by)]);
  return savedCart(tx, saved, event, lines);
}

/** Throws 422 above MAX_LINES or above the largest safe total. */
export async function savedCart(
  tx: Tx,
  offer: OfferRow | undefined,
  event: OfferChange,
  lines: readonly Line[],
): Promise<OfferAndLines> {
  const saved = written(offer);
  if (lines.length > MAX_LINES) throw Invalid(TOO_MANY_LINES);
  totalOf(lines);
  await tx.events.offerChanged(saved, event);
  return { offer: saved, lines };
}

export async function deleteIfEmpty(
  tx: Tx,
  offer: OfferRow,
  by: number,
  event: OfferChange,
): Promise<OfferRow | null> {
  const line = await tx('offer_products').where({ offer_id: offer.id }).first('id');
  if (!line) return deleteOffer(tx, offer, by, event);
  const changed = await update(tx, offer, by);
  await tx.events.offerChanged(changed, event);
  return changed;
}

/** Locks the buyer, then the offer. Throws OfferChanged when it is not in the cart. */
export async function lockCartOffer(
  tx: Tx,
  viewer: Buyer,
  offerId: number,
  version?: number,
): Promise<OfferAndLines> {
  // Pipelined, executed in this order: the lines are read under the locks.
  const [[offer], lines] = await Promise.all([
    lockInCart(tx, [viewer.buyer_id, offerId]),
    linesOf(tx, [offerId]),
  ]);
  if (!offer) throw NotFound();
  requireCurrent(offer, version);
  if (!inCart(offer.state)) throw OfferChanged();
  return { offer, lines };
}
