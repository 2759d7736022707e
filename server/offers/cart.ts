import type { Knex } from 'knex';
import type { OfferRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { type Cents, dollars, type Units } from '../contract/money';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { offerChanged } from './channel';
import { inCart, type LineProduct, lineErrors } from './contract';
import { linesIn, lockBuyer, lockOffer, MOVED_ON, totalOf, update } from './offer';

interface Wanted {
  product_id: number;
  quantity: Units;
  unit_price: Cents;
}

type ProductOfSeller = LineProduct & { id: number; name: string };

const productsOf = (tx: Tx, sellerId: number, ids: readonly number[]) =>
  tx('products')
    .join('sellers', 'sellers.id', 'products.seller_id')
    .where('products.seller_id', sellerId)
    .whereIn('products.id', ids)
    .whereNull('products.deleted_at')
    .where({ provisional: false, profile_complete: true, suspended_at: null })
    .select(
      'products.id',
      'products.name',
      'products.units',
      'products.min_order_units',
      'products.seller_price_cents',
      tx.raw('true as listed'),
    ) as unknown as Promise<ProductOfSeller[]>;

/** Throws 422 with the cart's words where the line is out of its bounds. */
export function requireBounds(
  line: { quantity: Units; unit_price: Cents },
  product: LineProduct,
  prefix = '',
) {
  if (product.units === null || product.seller_price_cents === null)
    throw Invalid('This product cannot be ordered yet');
  if (product.units === 0n) throw Invalid('Sold out');
  const errors = lineErrors(line, product, dollars);
  const fields = Object.entries(errors).map(([field, message]) => [`${prefix}${field}`, [message]]);
  if (fields.length) throw Invalid(Object.values(errors), Object.fromEntries(fields));
}

/** The buyer's only draft, or saved, offer to this seller: made where there is none. */
async function cartOffer(tx: Tx, buyerId: number, sellerId: number, state: 'draft' | 'saved_for_later') {
  const existing = await tx('offers')
    .where({ buyer_id: buyerId, seller_id: sellerId, state })
    .forUpdate()
    .first();
  if (existing) return existing;
  // The buyer's row is locked: nobody else makes one now.
  const [made] = await tx('offers').insert({ buyer_id: buyerId, seller_id: sellerId, state }).returning('*');
  if (!made) throw new Error('The offer was not written');
  return made;
}

/** Its lines have changed: one version more. Throws 422 where their total cannot be counted any more. */
async function saveCart(tx: Tx, offer: OfferRow, event: string): Promise<OfferRow> {
  totalOf(await linesIn(tx, offer));
  const changed = await update(tx, offer);
  await offerChanged(tx, changed, event);
  return changed;
}

/** An offer left without lines is gone (contract section 3, Cart). */
async function keepOrDrop(tx: Tx, offer: OfferRow, event: string): Promise<OfferRow | null> {
  const line = await tx('offer_products').where({ offer_id: offer.id }).first('id');
  const changed = await update(tx, offer);
  await offerChanged(tx, changed, event);
  if (line) return changed;
  await tx('offers').where({ id: offer.id }).delete();
  return null;
}

async function refuseOpenReview(tx: Tx, buyerId: number, productIds: readonly number[]) {
  const open = await tx('offers')
    .join('offer_products', 'offer_products.offer_id', 'offers.id')
    .where('offers.buyer_id', buyerId)
    .whereIn('offers.state', ['seller_review', 'buyer_review'])
    .whereIn('offer_products.product_id', productIds)
    .first('offers.offer_number');
  if (open) throw Conflict(`This product is in ${open.offer_number} already. Please see My Offers.`);
}

/** Puts products into the buyer's draft to their seller; a product that is there already is replaced. */
export const addToCart = (db: Knex, viewer: Buyer, sellerUserId: number, wanted: readonly Wanted[]) =>
  transaction(db, async (tx) => {
    const ids = wanted.map(({ product_id }) => product_id);
    if (new Set(ids).size < ids.length) throw Invalid('Please name each product once');
    const seller = await tx('users').where({ id: sellerUserId }).whereNotNull('seller_id').first('seller_id');
    if (!seller?.seller_id) throw Invalid('There is no such seller');
    await lockBuyer(tx, viewer.buyer_id);
    const products = new Map(
      (await productsOf(tx, seller.seller_id, ids)).map((product) => [product.id, product]),
    );
    for (const line of wanted) {
      const product = products.get(line.product_id);
      if (!product) throw Invalid('This product is not available from this seller');
      requireBounds(line, product);
    }
    await refuseOpenReview(tx, viewer.buyer_id, ids);
    await takeFromSaved(tx, viewer.buyer_id, seller.seller_id, ids);
    const draft = await cartOffer(tx, viewer.buyer_id, seller.seller_id, 'draft');
    await tx('offer_products')
      .insert(
        wanted.map(({ product_id, quantity, unit_price }) => ({
          offer_id: draft.id,
          product_id,
          quantity,
          unit_price_cents: unit_price,
          buyer_price_cents: unit_price,
        })),
      )
      .onConflict(['offer_id', 'product_id'])
      .merge(['quantity', 'unit_price_cents', 'buyer_price_cents']);
    return saveCart(tx, draft, 'add');
  });

async function takeFromSaved(tx: Tx, buyerId: number, sellerId: number, productIds: readonly number[]) {
  const saved = await tx('offers')
    .where({ buyer_id: buyerId, seller_id: sellerId, state: 'saved_for_later' })
    .first();
  if (!saved) return;
  const taken = await tx('offer_products')
    .where({ offer_id: saved.id })
    .whereIn('product_id', productIds)
    .delete();
  if (taken) await keepOrDrop(tx, saved, 'move_to_cart');
}

async function lockCartOffer(tx: Tx, viewer: Buyer, offerId: number, version?: number) {
  await lockBuyer(tx, viewer.buyer_id);
  const offer = await lockOffer(tx, offerId, version);
  if (!inCart(offer.state)) throw Conflict(MOVED_ON);
  return offer;
}

interface LineChange {
  quantity: Units;
  unit_price: Cents;
  version?: number | undefined;
}

/** New quantity and unit price of one line. */
export const changeCartLine = (
  db: Knex,
  viewer: Buyer,
  offerId: number,
  lineId: number,
  change: LineChange,
) =>
  transaction(db, async (tx) => {
    const offer = await lockCartOffer(tx, viewer, offerId, change.version);
    const line = await tx('offer_products').where({ id: lineId, offer_id: offer.id }).first('product_id');
    if (!line) throw NotFound();
    const [product] = await productsOf(tx, offer.seller_id, [line.product_id]);
    if (!product) throw Invalid('This product is not available any more');
    requireBounds(change, product);
    await tx('offer_products').where({ id: lineId }).update({
      quantity: change.quantity,
      unit_price_cents: change.unit_price,
      buyer_price_cents: change.unit_price,
    });
    return saveCart(tx, offer, 'change_line');
  });

/** Removes one line; the offer goes with its last. */
export const removeCartLine = (db: Knex, viewer: Buyer, offerId: number, lineId: number, version?: number) =>
  transaction(db, async (tx) => {
    const offer = await lockCartOffer(tx, viewer, offerId, version);
    const removed = await tx('offer_products').where({ id: lineId, offer_id: offer.id }).delete();
    if (!removed) throw NotFound();
    await keepOrDrop(tx, offer, 'remove_line');
  });

/** Moves one line between draft and saved; answers the offer that holds it now. One that is there already stays. */
export const moveCartLine = (
  db: Knex,
  viewer: Buyer,
  offerId: number,
  lineId: number,
  to: 'draft' | 'saved_for_later',
  version?: number,
) =>
  transaction(db, async (tx) => {
    const offer = await lockCartOffer(tx, viewer, offerId, version);
    const line = await tx('offer_products').where({ id: lineId, offer_id: offer.id }).first('product_id');
    if (!line) throw NotFound();
    if (offer.state === to) return offer;
    const target = await cartOffer(tx, viewer.buyer_id, offer.seller_id, to);
    // The line that moves is the newer wish.
    await tx('offer_products').where({ offer_id: target.id, product_id: line.product_id }).delete();
    await tx('offer_products').where({ id: lineId }).update({ offer_id: target.id });
    const event = to === 'draft' ? 'move_to_cart' : 'save_for_later';
    await keepOrDrop(tx, offer, event);
    return saveCart(tx, target, event);
  });
