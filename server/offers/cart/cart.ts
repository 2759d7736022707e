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
import { LINE, type Line, lineTables, OFFER, type OfferWithNames } from '../queries';
import { shippingBasisOf } from '../shipping/shipping';
import { type CartMove, moveOf, offerEvents } from '../state-machine';
import {
  cartOffer,
  deleteIfEmpty,
  type LockedCart,
  lockCartOffer,
  lockCartOfUser,
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

const LINE_COLUMNS =
  'id, offer_id, product_id, quantity, unit_price_cents, buyer_price_cents, seller_price_cents';

interface Raised {
  readonly raised_version: number;
  readonly raised_at: Date;
}

/** Returns all lines of the draft. */
const upsertLines = statement<Line & Raised>(
  'put into cart',
  `with put as (
     insert into offer_products (offer_id, product_id, quantity, unit_price_cents, buyer_price_cents)
     select $1, product_id, quantity, price, price
       from unnest($3::int[], $4::bigint[], $5::bigint[]) as wanted (product_id, quantity, price)
     on conflict (offer_id, product_id) do update
       set quantity = excluded.quantity, unit_price_cents = excluded.unit_price_cents,
           buyer_price_cents = excluded.buyer_price_cents
     returning ${LINE_COLUMNS}
   ), raised as (${RAISE_VERSION}
     returning version, updated_at
   ), cart_lines as (
     select ${LINE_COLUMNS} from put
      union all
     select ${LINE_COLUMNS} from offer_products where offer_id = $1 and product_id <> all($3)
   )
   select ${LINE}, raised.version as raised_version, raised.updated_at as raised_at
     from raised cross join ${lineTables('cart_lines')}
    order by offer_products.id`,
);

const updateLine = statement<OfferRow>(
  'change cart line',
  `with changed as (
     update offer_products set quantity = $4, unit_price_cents = $5, buyer_price_cents = $5 where id = $3
   ) ${RAISE_VERSION} returning ${OFFER}`,
);

export const addToCart = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  sellerUserId: number,
  wanted: readonly RequestedLine[],
) =>
  transaction(async (tx) => {
    const ids = wanted.map(({ product_id }) => product_id);
    if (new Set(ids).size < ids.length) throw Invalid('Add each product only once');
    const buyerId = viewer.buyer_id;
    // Pipelined, executed in this order.
    const [[parties], products, cart] = await Promise.all([
      lockParties(tx, [sellerUserId, buyerId]),
      listedProducts(tx, sellerUserId, ids, buyerId),
      lockCartOfUser(tx, buyerId, sellerUserId),
    ]);
    if (!parties || !cart) throw Invalid("This seller doesn't exist");
    requireAvailable(wanted, products);
    await removeFromSaved(tx, viewer, cart, ids);
    const [{ offer, lines }, basis] = await Promise.all([
      putIntoDraft(tx, viewer, cart, wanted),
      shippingBasisOf(tx, cart.draft.id),
    ]);
    tx.names(offer.id);
    return { offer: { ...offer, ...parties, purchase_order_id: null, approval: null }, lines, basis };
  });

/** Puts the lines into the buyer's draft, instead of those of the same products there and saved for later. */
export async function fillDraft(
  tx: Tx,
  viewer: Buyer,
  cart: LockedCart,
  lines: readonly RequestedLine[],
): Promise<OfferAndLines> {
  const ids = lines.map(({ product_id }) => product_id);
  await removeFromSaved(tx, viewer, cart, ids);
  return putIntoDraft(tx, viewer, cart, lines);
}

async function putIntoDraft(tx: Tx, viewer: Buyer, { draft }: LockedCart, wanted: readonly RequestedLine[]) {
  const put = await upsertLines(tx, [
    draft.id,
    viewer.id,
    wanted.map(({ product_id }) => product_id),
    wanted.map(({ quantity }) => quantity),
    wanted.map(({ unit_price_cents }) => unit_price_cents),
  ]);
  const [first] = put;
  const saved = first && { ...draft, version: first.raised_version, updated_at: first.raised_at };
  return savedCart(tx, saved, 'add', put);
}

async function removeFromSaved(tx: Tx, viewer: Buyer, { saved }: LockedCart, productIds: readonly number[]) {
  if (!saved) return;
  const taken = await tx('offer_products')
    .where({ offer_id: saved.id })
    .whereIn('product_id', productIds)
    .delete();
  if (taken) await deleteIfEmpty(tx, saved, viewer.id, 'move_to_cart');
}

interface LineChange {
  quantity: Units;
  unit_price_cents: Cents;
  version?: number | undefined;
}

export const changeCartLine = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Buyer,
  offerId: number,
  lineId: number,
  change: LineChange,
) =>
  transaction(async (tx) => {
    // Pipelined, executed in this order.
    const [{ offer, lines }, basis] = await Promise.all([
      lockCartOffer(tx, viewer, offerId, change.version),
      shippingBasisOf(tx, offerId),
    ]);
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw NotFound();
    if (!line.listed) throw NotForSale('This product is no longer available');
    requireBounds(change, { ...line, seller_price_cents: line.asking_price_cents });
    const { quantity, unit_price_cents: price } = change;
    const changed = { ...line, quantity, unit_price_cents: price, buyer_price_cents: price };
    const [saved] = await updateLine(tx, [offer.id, viewer.id, lineId, quantity, price]);
    const after = lines.with(lines.indexOf(line), changed);
    return { ...(await savedCart(tx, saved, 'change_line', after)), basis };
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
