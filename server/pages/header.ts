import type { Knex } from 'knex';
import type { Person } from '../accounts/policy';

/** What the header's badges and dots say. */
export interface Badges {
  /** Products in draft offers (buyers). */
  cart_count: number;
  /** An offer awaits this person's act. */
  offers_waiting: boolean;
  /** An order awaits the buyer's payment. */
  orders_waiting: boolean;
}

const NOTHING: Badges = { cart_count: 0, offers_waiting: false, orders_waiting: false };

/** In one query; none for staff and the signed-out. */
export async function badgesOf(
  db: Knex,
  viewer: Pick<Person, 'kind' | 'buyer_id' | 'seller_id'> | null,
): Promise<Badges> {
  if (viewer?.kind === 'buyer') {
    const { rows } = await db.raw<{ rows: Badges[] }>(
      `select (select count(*)::int from offers join offer_products on offer_products.offer_id = offers.id
                where offers.buyer_id = :buyer and offers.state = 'draft') as cart_count,
              exists (select from offers where buyer_id = :buyer and state = 'buyer_review') as offers_waiting,
              exists (select from purchase_orders where buyer_id = :buyer and status = 'awaiting_initial_payment')
                as orders_waiting`,
      { buyer: viewer.buyer_id },
    );
    return rows[0] ?? NOTHING;
  }
  if (viewer?.kind === 'seller') {
    const { rows } = await db.raw<{ rows: { offers_waiting: boolean }[] }>(
      `select exists (select from offers where seller_id = ? and state = 'seller_review') as offers_waiting`,
      [viewer.seller_id],
    );
    return { ...NOTHING, offers_waiting: rows[0]?.offers_waiting ?? false };
  }
  return NOTHING;
}

export interface NavItem {
  label: string;
  href: string;
  active: boolean;
}

const under = (path: string, ...roots: string[]) =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

/** The header's links for this kind of person (spec 1, section 2, Header and footer). */
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
