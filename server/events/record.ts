import { statement, whenSent } from '../../db/sql';
import type { OfferRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import type { ApprovalRow } from '../approvals/queries';
import { type Cents, sum } from '../contract/money';
import type { OfferMove } from '../offers/mailer';
import { totalOf } from '../offers/offer';
import type { OfferState } from '../offers/rules';
import { freightOf } from '../offers/shipping/shipping';
import type { Activity, ClaimActivity, OrderChange, RecordedAct } from '../orders/events';
import { readsEntry } from '../orders/visibility/rules';
import type { CatalogChange } from '../products/events';
import { statusOf } from '../products/visibility';
import type { EventData } from './contract';
import type { EventType } from './rules';

interface Company {
  readonly buyer_id?: number;
  readonly seller_id?: number;
}

export interface NewEvent extends Company {
  readonly type: EventType;
  readonly user_id: number | null;
  readonly data: EventData;
}

/**
 * Names the author to their own company alone. Companies without `events_since` have no events. An endpoint that is
 * deleted at the same time is waited for and left out, since its delivery would fail the act. Returns the endpoints that
 * take something now: the schedule finds those whose pause has ended.
 */
const insertEvents = statement<{ webhook_id: number }>(
  'write events',
  `with written as (
     insert into company_events (buyer_id, seller_id, type, subject_type, subject_id, data)
     select event.buyer_id, event.seller_id, event.type, event.data -> 'subject' ->> 'type',
            (event.data -> 'subject' ->> 'id')::int,
            case when users.id is null then event.data
                 else jsonb_set(event.data, '{by}', event.data -> 'by' || jsonb_build_object(
                        'id', users.id, 'name', coalesce(nullif(users.full_name, ''), users.former_email, users.email),
                        'kind', case users.status when 'key' then 'key' else 'person' end)) end
       from rows from (jsonb_to_recordset($1::jsonb)
              as (buyer_id int, seller_id int, type text, user_id int, data jsonb))
            with ordinality as event (buyer_id, seller_id, type, user_id, data, place)
       left join buyers on buyers.id = event.buyer_id
       left join sellers on sellers.id = event.seller_id
       left join users on users.id = event.user_id
         and (users.buyer_id = event.buyer_id or users.seller_id = event.seller_id)
      where coalesce(buyers.events_since, sellers.events_since) is not null
      order by place
     returning id, buyer_id, seller_id, type
   ), listening as (
     select written.id as event_id, webhooks.id, coalesce(paused_until > now(), false) as is_paused
       from written
       join webhooks on webhooks.buyer_id = written.buyer_id or webhooks.seller_id = written.seller_id
      where enabled and (types = '{}' or exists (
        select from unnest(types) as pattern where written.type like replace(pattern, '*', '%')))
      order by written.id, webhooks.id
        for key share of webhooks
   ), given as (
     insert into webhook_deliveries (webhook_id, event_id) select id, event_id from listening
   )
   select distinct id as webhook_id from listening where not is_paused`,
);

interface Unwritten {
  readonly events: NewEvent[];
  catalog: CatalogChange | null;
}

/** Writes what happened for the programs of the companies that have any, once, before the transaction is committed. */
export function recordEvents(wake: (webhookIds: readonly number[]) => void) {
  const unwritten = new WeakMap<Tx, Unwritten>();

  function unwrittenOf(tx: Tx): Unwritten {
    const begun = unwritten.get(tx);
    if (begun) return begun;
    const pending: Unwritten = { events: [], catalog: null };
    unwritten.set(tx, pending);
    tx.beforeCommit(() => write(tx, pending));
    return pending;
  }

  const add = (tx: Tx, events: readonly NewEvent[]) => void unwrittenOf(tx).events.push(...events);

  async function write(tx: Tx, { events, catalog }: Unwritten) {
    const all = catalog ? [...events, await catalogEvent(tx, catalog)] : events;
    return whenSent(async (onSent) => {
      const given = await insertEvents(tx, [JSON.stringify(all)], onSent);
      const webhookIds = given.map(({ webhook_id }) => webhook_id);
      if (webhookIds.length > 0) tx.afterCommit(() => wake(webhookIds));
    });
  }

  return {
    ofOffer(tx: Tx, offer: OfferRow, move: OfferMove) {
      const type = offerType(offer.state, move);
      if (move.keepsEvents && type) add(tx, offerEvents(offer, move, type));
    },
    ofApproval(tx: Tx, { id, buyer_id, keeps_events, ...approval }: ApprovalRow, by: Actor) {
      if (!keeps_events) return;
      const { offer_number: number, version, status: state, reason, total_cents: total } = approval;
      const subject = { type: 'approval', id, number, version, state } as const;
      const event = { type: 'approval.changed', by, subject, reason, total, href: '/approvals' } as const;
      add(tx, [eventFor({ buyer_id }, event)]);
    },
    async ofOrder(tx: Tx, order: PurchaseOrderRow, change: OrderChange, recorded?: RecordedAct) {
      if (!recorded?.keepsEvents) return;
      const about = isOfClaim(change)
        ? await aboutClaim(tx, change.detail.claim_id)
        : aboutOrder(order, change);
      const readers = sidesOf(order).filter(({ side }) => readsEntry(side, change.event));
      const act = { by: recorded.by, reason: change.event };
      add(
        tx,
        readers.map(({ company }) => eventFor(company, { ...about, ...act })),
      );
    },
    ofCatalog(tx: Tx, change: CatalogChange) {
      if (!change.keepsEvents || change.productIds.length === 0) return;
      const pending = unwrittenOf(tx);
      const productIds = [...(pending.catalog?.productIds ?? []), ...change.productIds];
      pending.catalog = { ...change, productIds: [...new Set(productIds)] };
    },
    async ofPayouts(tx: Tx, ids: readonly number[], by: Actor) {
      if (ids.length > 0) add(tx, await payoutEvents(tx, ids, by));
    },
  };
}

interface Occurrence extends Pick<EventData, 'subject' | 'href'> {
  readonly type: EventType;
  readonly by: Actor;
  readonly reason: string | null;
  readonly total?: Cents | null;
}

const eventFor = (
  company: Company,
  { type, by, subject, reason, total = null, href }: Occurrence,
): NewEvent => ({
  ...company,
  type,
  user_id: by.userId ?? null,
  data: { subject, by: authorOf(by), reason, total_cents: total, href },
});

/** Names are added for the author's own company. */
const authorOf = ({ actor }: Actor): EventData['by'] => ({
  side: actor === 'provider' ? 'system' : actor,
  id: null,
  name: null,
  kind: null,
});

const sidesOf = ({ buyer_id, seller_id }: Pick<OfferRow, 'buyer_id' | 'seller_id'>) =>
  [
    { side: 'buyer', company: { buyer_id } },
    { side: 'seller', company: { seller_id } },
  ] as const;

/** By where the move led. A cart is the buyer's alone. */
const typesByState: Readonly<Record<OfferState, EventType | null>> = {
  draft: null,
  saved_for_later: null,
  seller_review: 'offer.countered',
  buyer_review: 'offer.countered',
  accepted: 'offer.accepted',
  rejected: 'offer.closed',
};

const offerType = (state: OfferState, { event }: OfferMove) =>
  event === 'submit' ? 'offer.submitted' : typesByState[state];

function offerEvents(offer: OfferRow, { event, lines, by }: OfferMove, type: EventType): NewEvent[] {
  const { id, offer_number: number, version, state } = offer;
  const occurrence = {
    type,
    by,
    subject: { type: 'offer', id, number, version, state },
    reason: event,
    total: sum([totalOf(lines), freightOf(offer)]),
    href: `/offers/${id}`,
  } as const;
  return sidesOf(offer).map(({ company }) => eventFor(company, occurrence));
}

const orderTypes: Readonly<Partial<Record<OrderChange['event'], EventType>>> = {
  create: 'order.created',
  confirm_payment: 'order.paid',
  ship: 'order.shipped',
  receive: 'order.received',
  cancel: 'order.closed',
  complete: 'order.closed',
};

type About = Pick<Occurrence, 'type' | 'subject' | 'total' | 'href'>;

const aboutOrder = (order: PurchaseOrderRow, { event }: OrderChange): About => {
  const { id, po_number: number, version, status: state } = order;
  return {
    type: orderTypes[event] ?? 'order.updated',
    subject: { type: 'order', id, number, version, state },
    total: order.total_cents,
    href: `/marketplace/purchase_orders/${id}`,
  };
};

const isOfClaim = (change: OrderChange): change is Extract<Activity, { event: ClaimActivity }> =>
  change.event.startsWith('claim_') && change.event !== 'claim_photo';

async function aboutClaim(tx: Tx, id: number): Promise<About> {
  const claim = await tx('claims').where({ id }).first('claim_number', 'version', 'status');
  if (!claim) throw new Error(`There is no claim ${id}`);
  const { claim_number: number, version, status: state } = claim;
  return {
    type: 'claim.changed',
    subject: { type: 'claim', id, number, version, state },
    href: `/marketplace/claims/${id}`,
  };
}

const MAX_IDS = 100;

async function catalogEvent(tx: Tx, { sellerId, productIds, by }: CatalogChange): Promise<NewEvent> {
  const [only] = productIds;
  const isOne = productIds.length === 1 && only !== undefined;
  const occurrence: Occurrence = {
    type: 'product.changed',
    by,
    subject: isOne ? await productSubject(tx, only) : null,
    reason: null,
    href: isOne ? `/marketplace/products/${only}` : null,
  };
  const event = eventFor({ seller_id: sellerId }, occurrence);
  const counted = isOne ? {} : { count: productIds.length, ids: productIds.slice(0, MAX_IDS) };
  return { ...event, data: { ...event.data, ...counted } };
}

const productStates = statement<{ upc: string; version: number; state: string }>(
  'product of event',
  `select products.upc, products.version,
          case when products.deleted_at is not null then 'deleted' else ${statusOf('products')} end as state
     from products join sellers on sellers.id = products.seller_id
    where products.id = $1`,
);

async function productSubject(tx: Tx, id: number): Promise<EventData['subject']> {
  const [product] = await productStates(tx, [id]);
  if (!product) throw new Error(`There is no product ${id}`);
  const { upc, version, state } = product;
  return { type: 'product', id, number: upc || null, version, state };
}

interface PaidPayout {
  readonly id: number;
  readonly payout_number: string;
  readonly seller_id: number;
  readonly amount_cents: Cents;
}

const paidPayouts = statement<PaidPayout>(
  'payouts of events',
  `select payouts.id, payout_number, seller_id, amount_cents
     from payouts join sellers on sellers.id = payouts.seller_id
    where payouts.id = any($1) and sellers.events_since is not null
    order by payouts.id`,
);

const payoutEvents = async (tx: Tx, ids: readonly number[], by: Actor): Promise<NewEvent[]> =>
  (await paidPayouts(tx, [[...ids]])).map(({ id, payout_number: number, seller_id, amount_cents: total }) =>
    eventFor(
      { seller_id },
      {
        type: 'payout.paid',
        by,
        subject: { type: 'payout', id, number, version: null, state: 'paid' },
        reason: null,
        total,
        href: '/marketplace/payouts',
      },
    ),
  );
