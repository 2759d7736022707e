import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Person } from '../accounts/policy';
import { LAPSED } from '../approvals/queries';
import { capabilitiesOf, isCapable, type Role } from '../contract/capabilities';
import { reviewState } from '../offers/rules';
import { PAYABLE_STATUS } from '../orders/state-machine';

export interface Badges {
  /** Lines in draft offers (buyers). */
  cart_count: number;
  offers_waiting: boolean;
  /** Requests of the buyer's members (buyers). */
  approvals_waiting: boolean;
  orders_waiting: boolean;
}

export const NO_BADGES: Badges = {
  cart_count: 0,
  offers_waiting: false,
  approvals_waiting: false,
  orders_waiting: false,
};

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

const approvals = (buyerId: string) => `
  exists (select from approval_requests
            join offers on offers.id = approval_requests.offer_id
            join users requester on requester.id = approval_requests.requested_by
           where approval_requests.buyer_id = ${buyerId} and approval_requests.status = 'requested' and not ${LAPSED})`;

export const BUYER_BADGES = `
  ${cartCount('$1')} as cart_count, ${buyersTurn('$1')} as offers_waiting, ${unpaid('$1')} as orders_waiting,
  ${approvals('$1')} as approvals_waiting`;

export const SELLER_BADGES = `${sellersTurn('$1')} as offers_waiting`;

const ofPeople = statement<Badges & { id: number; kind: 'buyer' | 'seller'; role: Role | null }>(
  'badges of both sides',
  `select users.id, case when users.buyer_id is null then 'seller' else 'buyer' end as kind, users.role,
     ${cartCount('users.buyer_id')} as cart_count,
     ${buyersTurn('users.buyer_id')} or ${sellersTurn('users.seller_id')} as offers_waiting,
     ${unpaid('users.buyer_id')} as orders_waiting, ${approvals('users.buyer_id')} as approvals_waiting
   from users where (users.buyer_id = any($1) or users.seller_id = any($2))
     and users.status not in ('removed', 'key')`,
);

export async function badgesOfSides(db: Knex, buyerIds: readonly number[], sellerIds: readonly number[]) {
  const people = await ofPeople(db, [buyerIds, sellerIds]);
  return people.map(({ id, kind, role, ...found }) => {
    const capabilities = capabilitiesOf(kind, role ?? 'owner');
    return { id, ...badgesFor({ kind, capabilities }, found) };
  });
}

const ofBuyer = statement<Badges>('badges of a buyer', `select ${BUYER_BADGES}`);
const ofSeller = statement<Partial<Badges>>('badges of a seller', `select ${SELLER_BADGES}`);

export async function badgesOf(db: Knex, viewer: Member | null): Promise<Badges> {
  if (viewer === null || viewer.kind === 'staff') return NO_BADGES;
  const [found] = await (viewer.kind === 'buyer'
    ? ofBuyer(db, [viewer.buyer_id])
    : ofSeller(db, [viewer.seller_id]));
  return badgesFor(viewer, found);
}

type Member = Pick<Person, 'kind' | 'buyer_id' | 'seller_id' | 'capabilities'>;

/** What waits for the company waits for those who may act. */
export const badgesFor = (
  viewer: Pick<Person, 'kind' | 'capabilities'>,
  found: Partial<Badges> = {},
): Badges => ({
  cart_count: (isCapable(viewer, 'offers:read') && found.cart_count) || 0,
  offers_waiting: isCapable(viewer, 'offers:write') && found.offers_waiting === true,
  approvals_waiting: isCapable(viewer, 'offers:approve') && found.approvals_waiting === true,
  orders_waiting: isCapable(viewer, 'orders:write') && found.orders_waiting === true,
});
