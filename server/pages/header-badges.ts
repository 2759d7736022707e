import { setTimeout as pause } from 'node:timers/promises';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { userStream } from '../cable/turbo-streams';
import { inCart } from '../offers/rules';
import type { Services } from '../services';
import { type Badges, badgesOfSides } from './badges';

export const headerStream = (userId: number) => userStream(userId, 'header');

const hiddenUnless = (shown: boolean) => (shown ? '' : ' hidden');
const OFFERS_LABEL = 'An offer needs your response';
const APPROVALS_LABEL = 'A request needs your approval';
const ORDERS_LABEL = 'An order needs your payment';

const dot = (name: string, words: string, shown: boolean) =>
  `<span class="dot" data-badge="${name}"${hiddenUnless(shown)}><span class="visually-hidden">${words}</span></span>`;

export const badgeElements = (badges: Badges) => ({
  cart: `<span class="count accent" data-badge="cart"${hiddenUnless(badges.cart_count > 0)}>${badges.cart_count}</span>`,
  offers:
    badges.approvals_waiting && !badges.offers_waiting
      ? dot('offers', APPROVALS_LABEL, true)
      : dot('offers', OFFERS_LABEL, badges.offers_waiting),
  orders: dot('orders', ORDERS_LABEL, badges.orders_waiting),
});

export const badgeActions = (badges: Badges) =>
  Object.entries(badgeElements(badges))
    .map(
      ([name, html]) =>
        `<turbo-stream action="replace" targets="[data-badge='${name}']"><template>${html}</template></turbo-stream>`,
    )
    .join('');

type BadgeServices = Pick<Services, 'db' | 'cable'>;

interface Sides {
  buyer_id: number;
  seller_id: number | null;
}

async function publishBadges({ db, cable }: BadgeServices, sides: readonly Sides[]) {
  const buyerIds = [...new Set(sides.map(({ buyer_id }) => buyer_id))];
  const sellerIds = [...new Set(sides.flatMap(({ seller_id }) => seller_id ?? []))];
  const people = await badgesOfSides(db, buyerIds, sellerIds);
  await Promise.all(
    people.map(({ id, ...badges }) => cable.broadcast(headerStream(id), badgeActions(badges))),
  );
}

/** Groups the changes of one act: an acceptance changes an offer and creates an order. */
const GROUP_MS = 30;

export function refreshHeaderBadges(services: BadgeServices) {
  let pending: Sides[] = [];
  let last: Promise<void> = Promise.resolve();

  async function publishPending() {
    const sides = pending;
    pending = [];
    if (sides.length > 0) await publishBadges(services, sides);
  }

  /** Serialized, so that of two changes the later reading arrives last. */
  async function publishSoon(sides: Sides): Promise<void> {
    pending.push(sides);
    await pause(GROUP_MS);
    const turn = last.then(publishPending);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    // Sellers get nothing about carts, not even the time of a change.
    ofOffer: (tx: Tx, { buyer_id, seller_id, state }: OfferRow) =>
      tx.afterCommit(() => publishSoon({ buyer_id, seller_id: inCart(state) ? null : seller_id })),
    ofOrder: (tx: Tx, { buyer_id, seller_id }: Sides) =>
      tx.afterCommit(() => publishSoon({ buyer_id, seller_id })),
    ofApproval: (tx: Tx, { buyer_id }: Pick<Sides, 'buyer_id'>) =>
      tx.afterCommit(() => publishSoon({ buyer_id, seller_id: null })),
  };
}
