import { statement } from '../../../db/sql';
import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import type { Cents, Units } from '../../contract/money';
import { Invalid, NotFound } from '../../http/errors';
import type { Services } from '../../services';
import {
  listedProducts,
  NotForSale,
  type RequestedLine,
  requireAvailable,
  requireBounds,
} from '../availability';
import { linesIn, type OfferAndLines } from '../offer';
import type { OfferWithNames } from '../queries';
import { type CartMove, moveOf, offerEvents } from '../state-machine';
import {
  cartOffer,
  deleteIfEmpty,
  type LockedCart,
  lockCart,
  lockCartOffer,
  RAISE_VERSION,
  saveCart,
  savedCart,
} from './cart-offer';

type Parties = Pick<OfferWithNames, 'seller_id' | 'seller_name' | 'seller_user_id' | 'buyer_name'>;

/** Locks the buyer. */
const lockParties = statement<Parties>(
  'lock parties of new offer',
  `select sellers.id as seller_id, sellers.name as seller_name, main.id as seller_user_id, buyers.name as buyer_name
     from users
     join sellers on sellers.id = users.seller_id
     join users main on main.seller_id = sellers.id and main.is_primary
     join buyers on buyers.id = $2
    where users.id = $1
      for no key update of buyers`,
);

const upsertLines = statement<OfferRow>(
  'put into cart',
  `with put as (
     insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents)
     select $1, product_id, quantity, price, price
       from unnest($3::int[], $4::bigint[], $5::bigint[]) as wanted (product_id, quantity, price)
     on conflict (offer_id, product_id) do update
       set quantity = excluded.quantity, unit_price_cents = excluded.unit_price_cents,
           buyer_price_cents = excluded.buyer_price_cents
   ) ${RAISE_VERSION}`,
);

const updateLine = statement<OfferRow>(
  'change cart line',
  `with changed as (
     update offer_products set quantity = $4, unit_price_cents = $5, buyer_price_cents = $5 where id = $3
   ) ${RAISE_VERSION}`,
);

export const addToCart = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  sellerUserId: number,
  wanted: readonly RequestedLine[],
) =>
  transaction(async (tx): Promise<OfferAndLines & { offer: OfferWithNames }> => {
    const ids = wanted.map(({ product_id }) => product_id);
    if (new Set(ids).size < ids.length) throw Invalid('Add each product only once');
    const buyerId = viewer.buyer_id;
    const [parties] = await lockParties(tx, [sellerUserId, buyerId]);
    if (!parties) throw Invalid("This seller doesn't exist");
    const [products, cart] = await Promise.all([
      listedProducts(tx, parties.seller_id, ids, buyerId),
      lockCart(tx, buyerId, parties.seller_id),
    ]);
    requireAvailable(wanted, products);
    const { offer, lines } = await fillDraft(tx, viewer, cart, wanted);
    tx.names(offer.id);
    return { offer: { ...offer, ...parties, purchase_order_id: null, approval: null }, lines };
  });

/** Puts the lines into the buyer's draft, instead of those of the same products there and saved for later. */
export async function fillDraft(
  tx: Tx,
  viewer: Buyer,
  cart: LockedCart,
  lines: readonly RequestedLine[],
): Promise<OfferAndLines> {
  const ids = lines.map(({ product_id }) => product_id);
  if (cart.saved) await removeFromSaved(tx, viewer, cart.saved, ids);
  const prices = lines.map(({ unit_price }) => unit_price);
  const quantities = lines.map(({ quantity }) => quantity);
  // Pipelined, executed in this order.
  const [[saved], all] = await Promise.all([
    upsertLines(tx, [cart.draft.id, viewer.id, ids, quantities, prices]),
    linesIn(tx, cart.draft),
  ]);
  return savedCart(tx, saved, 'add', all);
}

async function removeFromSaved(tx: Tx, viewer: Buyer, saved: OfferRow, productIds: readonly number[]) {
  const taken = await tx('offer_products')
    .where({ offer_id: saved.id })
    .whereIn('product_id', productIds)
    .delete();
  if (taken) await deleteIfEmpty(tx, saved, viewer.id, 'move_to_cart');
}

interface LineChange {
  quantity: Units;
  unit_price: Cents;
  version?: number | undefined;
}

export const changeCartLine = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  offerId: number,
  lineId: number,
  change: LineChange,
) =>
  transaction(async (tx): Promise<OfferAndLines> => {
    const { offer, lines } = await lockCartOffer(tx, viewer, offerId, change.version);
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw NotFound();
    if (!line.listed) throw NotForSale('This product is no longer available');
    requireBounds(change, { ...line, seller_price_cents: line.asking_price_cents });
    const { quantity, unit_price: price } = change;
    const changed = { ...line, quantity, unit_price_cents: price, buyer_price_cents: price };
    const [saved] = await updateLine(tx, [offer.id, viewer.id, lineId, quantity, price]);
    return savedCart(tx, saved, 'change_line', lines.with(lines.indexOf(line), changed));
  });

export const removeCartLine = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  offerId: number,
  lineId: number,
  version?: number,
) =>
  transaction(async (tx) => {
    const { offer } = await lockCartOffer(tx, viewer, offerId, version);
    const removed = await tx('offer_products').where({ id: lineId, offer_id: offer.id }).delete();
    if (!removed) throw NotFound();
    await deleteIfEmpty(tx, offer, viewer.id, 'remove_line');
  });

export const moveCartLine = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  offerId: number,
  lineId: number,
  event: CartMove,
  version?: number,
) =>
  transaction(async (tx) => {
    const { offer, lines } = await lockCartOffer(tx, viewer, offerId, version);
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw NotFound();
    const isThere = moveOf(event, 'buyer', offer.state) === null;
    if (isThere) return { offer, lines };
    const { to } = offerEvents[event];
    const target = await cartOffer(tx, viewer.buyer_id, offer.seller_id, to);
    await tx('offer_products').where({ offer_id: target.id, product_id: line.product_id }).delete();
    await tx('offer_products').where({ id: lineId }).update({ offer_id: target.id });
    await deleteIfEmpty(tx, offer, viewer.id, event);
    tx.names(target.id);
    return saveCart(tx, target, viewer.id, event, linesIn(tx, target));
  });
