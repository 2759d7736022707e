import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Person } from '../accounts/policy';
import { reviewState } from '../offers/rules';
import { PAYABLE_STATUS } from '../orders/state-machine';

export interface Badges {
  /** Lines in draft offers (buyers). */
  cart_count: number;
  offers_waiting: boolean;
  orders_waiting: boolean;
}

export const NO_BADGES: Badges = { cart_count: 0, offers_waiting: false, orders_waiting: false };

const cartCount = (buyerId: string) => `
  (select count(*)::int from offers join offer_products on offer_products.offer_id = offers.id
    where offers.buyer_id = ${buyerId} and offers.state = 'draft')`;
const buyersTurn = (buyerId: string) =>
  `exists (select from offers where offers.buyer_id = ${buyerId} and state = '${reviewState.buyer}')`;
const sellersTurn = (sellerId: string) =>
  `exists (select from offers where offers.seller_id = ${sellerId} and state = '${reviewState.seller}')`;
const unpaid = (buyerId: string) => `
  exists (select from purchase_orders
           where purchase_orders.buyer_id = ${buyerId} and status = '${PAYABLE_STATUS}')`;

export const BUYER_BADGES = `
  ${cartCount('$1')} as cart_count, ${buyersTurn('$1')} as offers_waiting, ${unpaid('$1')} as orders_waiting`;

export const SELLER_BADGES = `${sellersTurn('$1')} as offers_waiting`;

const ofPeople = statement<Badges & { id: number }>(
  'badges of both sides',
  `select users.id, ${cartCount('users.buyer_id')} as cart_count,
     ${buyersTurn('users.buyer_id')} or ${sellersTurn('users.seller_id')} as offers_waiting,
     ${unpaid('users.buyer_id')} as orders_waiting
   from users where users.buyer_id = any($1) or users.seller_id = any($2)`,
);

export const badgesOfSides = (db: Knex, buyerIds: readonly number[], sellerIds: readonly number[]) =>
  ofPeople(db, [buyerIds, sellerIds]);

const ofBuyer = statement<Badges>('badges of a buyer', `select ${BUYER_BADGES}`);
const ofSeller = statement<Partial<Badges>>('badges of a seller', `select ${SELLER_BADGES}`);

export async function badgesOf(
  db: Knex,
  viewer: Pick<Person, 'kind' | 'buyer_id' | 'seller_id'> | null,
): Promise<Badges> {
  if (viewer?.kind === 'buyer') return { ...NO_BADGES, ...(await ofBuyer(db, [viewer.buyer_id]))[0] };
  if (viewer?.kind === 'seller') return { ...NO_BADGES, ...(await ofSeller(db, [viewer.seller_id]))[0] };
  return NO_BADGES;
}

export interface NavItem {
  label: string;
  href: string;
  active: boolean;
}

const under = (path: string, ...roots: string[]) =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

export function navOf(viewer: Person | null, path: string): NavItem[] {
  const item = (label: string, href: string, active: boolean): NavItem => ({ label, href, active });
  const offers = item('My Offers', '/my_offers', under(path, '/my_offers'));
  const orders = item('My Orders', '/my_orders', under(path, '/my_orders'));
  if (viewer?.kind === 'buyer') {
    return [
      item('All Products', '/all_products', path === '/' || under(path, '/all_products')),
      offers,
      orders,
    ];
  }
  if (viewer?.kind === 'seller') {
    const store = `/seller/${viewer.seller_id}`;
    return [
      item('My Dashboard', '/dashboard', under(path, '/dashboard')),
      item('My Storefront', store, under(path, store)),
      offers,
      orders,
    ];
  }
  return [];
}
