import { sqlList, statement } from '../../db/sql';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { keepsEvents } from '../accounts/company/events-since';
import type { TradeContact } from '../accounts/trade-contacts';
import { DAY_MS } from '../contract/durations';
import { toJson } from '../contract/json';
import {
  type Cents,
  lineTotal,
  MAX_TOTAL_CENTS,
  MIN_TOTAL_CENTS,
  sum,
  TOTAL_OUT_OF_RANGE,
} from '../contract/money';
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors';
import { unpaidStatuses } from '../orders/state-machine';
import type { ActingParty } from './policy';
import { type Line, linesOf, OFFER } from './queries';
import type { OfferState } from './rules';
import { moveOf, type OfferActor, type OfferEvent } from './state-machine';

const OFFER_CHANGED = 'This offer changed. Review it and try again.';

export const byParty = (viewer: ActingParty): OfferBy => ({ actor: viewer.kind, userId: viewer.id });

const lockBuyerRow = statement('lock buyer', 'select from buyers where id = $1 for no key update');
const lockBuyerRowOfOffer = statement(
  'lock buyer of offer',
  'select from buyers where id = (select buyer_id from offers where id = $1) for no key update',
);
// The seller's row first: the buyer's is locked once `exists` has been answered.
const lockPartiesOfOffer = statement(
  'lock parties of offer',
  `with seller as materialized (
     select from sellers where id = (select seller_id from offers where id = $1) for share
   )
   select from buyers
    where id = (select buyer_id from offers where id = $1) and exists (select from seller) for no key update`,
);
const lockOfferRow = statement<OfferRow>(
  'lock offer',
  `select ${OFFER} from offers where id = $1 for update`,
);

const lockOfferOfBuyer = statement<OfferRow & { is_buyer_denied: boolean; unpaid_orders: number | null }>(
  'lock offer of buyer',
  `select ${OFFER},
          exists (select from users
                   where users.buyer_id = offers.buyer_id and is_primary and status = 'denied') as is_buyer_denied,
          case when $2 then
            (select count(*)::int from purchase_orders
              where purchase_orders.buyer_id = offers.buyer_id and status in ${sqlList(unpaidStatuses)})
          end as unpaid_orders
     from offers where id = $1 for update`,
);

/** Serializes one buyer's acts. Locked before any offer row; the fixed order prevents deadlocks. */
export const lockBuyer = async (tx: Tx, buyerId: number) => void (await lockBuyerRow(tx, [buyerId]));

export const lockBuyerOfOffer = async (tx: Tx, offerId: number) =>
  void (await lockBuyerRowOfOffer(tx, [offerId]));

async function lockWithParties(tx: Tx, offerId: number, viewer: ActingParty, countsUnpaid: boolean) {
  // Two statements: the second one sees what was committed while the first one waited for its locks.
  const [, [locked]] = await Promise.all([
    lockPartiesOfOffer(tx, [offerId]),
    lockOfferOfBuyer(tx, [offerId, countsUnpaid]),
  ]);
  if (!locked) throw NotFound();
  const { is_buyer_denied: isDenied, unpaid_orders: unpaidOrders, ...offer } = locked;
  if (isDenied) throw viewer.kind === 'buyer' ? Forbidden() : OfferChanged();
  return { offer, unpaidOrders: unpaidOrders ?? 0 };
}

/**
 * Blocks the denial of either party (docs/rules.md#offers), then locks the offer, with how many orders its buyer has to
 * pay. Throws Forbidden to a denied buyer, OfferChanged to their seller.
 */
export const lockPurchase = (tx: Tx, offerId: number, viewer: ActingParty) =>
  lockWithParties(tx, offerId, viewer, true);

/** Like `lockPurchase`, for acts that make no order. */
export async function lockPartiesAndOffer(
  tx: Tx,
  offerId: number,
  viewer: ActingParty,
  version?: number,
): Promise<OfferRow> {
  const { offer } = await lockWithParties(tx, offerId, viewer, false);
  requireCurrent(offer, version);
  return offer;
}

export async function lockOffer(tx: Tx, id: number, version?: number): Promise<OfferRow> {
  const [offer] = await lockOfferRow(tx, [id]);
  if (!offer) throw NotFound();
  requireCurrent(offer, version);
  return offer;
}

/** `$1` is the offer, the next ones are those of `columnsOf`. */
const CHANGE = `
   update offers set state = $2, submitted_at = $3, expires_at = $4, ship_to_address_id = $5, ship_to = $6,
          shipping_terms = $7, freight_cents = $8, agreed_freight_cents = $9, carrier_instructions = $10,
          committed_by = $11, committed_cents = $12, buyer_po_number = $13, changed_by = $14,
          version = version + 1, updated_at = now()
    where id = $1 returning ${OFFER}`;

const updateRow = statement<OfferRow>('change offer', CHANGE);

interface WrittenMove {
  readonly history_id: bigint;
  /** Of either side. */
  readonly keeps_events: boolean;
}

const moveRow = statement<OfferRow & WrittenMove>(
  'move offer',
  `with entry as (
     insert into offer_history (offer_id, actor, user_id, event, from_state, to_state, note, lines, freight_cents,
       requested_by)
     values ($1, $15, $14, $16, $17, $2, $18, $19, $8, $20)
     returning id
   ), priced as (
     update offer_products
        set unit_price_cents = line.price, buyer_price_cents = line.buyer_price, seller_price_cents = line.seller_price
       from unnest($21::int[], $22::bigint[], $23::bigint[], $24::bigint[])
              as line (id, price, buyer_price, seller_price)
      where offer_products.id = line.id
   ) ${CHANGE}, (select id from entry) as history_id, ${keepsEvents('offers.buyer_id', 'offers.seller_id')}`,
);

export type ShippingChanges = Partial<
  Pick<
    OfferRow,
    | 'ship_to_address_id'
    | 'ship_to'
    | 'shipping_terms'
    | 'freight_cents'
    | 'agreed_freight_cents'
    | 'carrier_instructions'
  >
>;

type Changes = Partial<
  Pick<
    OfferRow,
    'state' | 'submitted_at' | 'expires_at' | 'committed_by' | 'committed_cents' | 'buyer_po_number'
  >
> &
  ShippingChanges;

/** Only the buyer names it; undefined leaves it as it is. */
export const poNumberChange = ({ kind }: ActingParty, buyer_po_number: string | null | undefined) =>
  kind === 'buyer' && buyer_po_number !== undefined ? { buyer_po_number } : {};

const columnsOf = (offer: OfferRow, by: number | null) => [
  offer.state,
  offer.submitted_at,
  offer.expires_at,
  offer.ship_to_address_id,
  offer.ship_to && JSON.stringify(offer.ship_to),
  offer.shipping_terms,
  offer.freight_cents,
  offer.agreed_freight_cents,
  offer.carrier_instructions,
  offer.committed_by,
  offer.committed_cents,
  offer.buyer_po_number,
  by,
];

export async function update(
  tx: Tx,
  offer: OfferRow,
  by: number | null,
  changes: Changes = {},
): Promise<OfferRow> {
  const [updated] = await updateRow(tx, [offer.id, ...columnsOf({ ...offer, ...changes }, by)]);
  if (!updated) throw NotFound();
  return updated;
}

interface Move {
  readonly event: OfferEvent;
  readonly changes: Changes;
  readonly lines: readonly Line[];
  readonly by: OfferBy;
  /** Those of the other side, where the act has read them. */
  readonly people?: readonly TradeContact[] | undefined;
  /** Who is told to have caused what the system did. */
  readonly causedBy?: OfferBy;
  /** The colleague whose request the actor approved. */
  readonly requestedBy?: number | undefined;
  readonly note?: string | null | undefined;
  /** The lines whose prices it writes. */
  readonly repriced?: readonly Line[];
}

/** What an act leaves, so that its answer does not read it again. */
export interface OfferAndLines {
  readonly offer: OfferRow;
  readonly lines: readonly Line[];
}

/** `lines` are those after the move. */
export async function recordMove(tx: Tx, offer: OfferRow, move: Move): Promise<OfferAndLines> {
  return publishMove(tx, await writeMove(tx, offer, move));
}

type Moved = Awaited<ReturnType<typeof writeMove>>;

export async function publishMove(tx: Tx, { moved, told }: Moved): Promise<OfferAndLines> {
  await tx.events.offerMoved(moved, told);
  await tx.events.offerChanged(moved, told.event);
  return { offer: moved, lines: told.lines };
}

/** The offer, its history and the prices of its lines. Call `publishMove` next. */
export async function writeMove(tx: Tx, offer: OfferRow, move: Move) {
  const { event, changes, lines, by, people, causedBy, requestedBy, note, repriced = [] } = move;
  const prices = lines.map(({ id, name, quantity, unit_price_cents }) => ({
    offer_product_id: id,
    name,
    quantity,
    unit_price: unit_price_cents,
  }));
  const [written] = await moveRow(tx, [
    offer.id,
    ...columnsOf({ ...offer, ...changes }, by.userId ?? null),
    by.actor,
    event,
    offer.state,
    note || null,
    toJson(prices),
    requestedBy ?? null,
    repriced.map(({ id }) => id),
    repriced.map(({ unit_price_cents }) => unit_price_cents),
    repriced.map(({ buyer_price_cents }) => buyer_price_cents),
    repriced.map(({ seller_price_cents }) => seller_price_cents),
  ]);
  if (!written) throw NotFound();
  const { history_id: historyId, keeps_events: keepsEvents, ...moved } = written;
  return {
    moved,
    told: { event, from: offer.state, historyId, keepsEvents, lines, people, by: causedBy ?? by, note },
  };
}

/** Whatever the offers of a cart, and those on their way, are loaded again for. */
export type OfferChange = OfferEvent | 'add' | 'change_line' | 'remove_line' | 'change_shipping' | 'message';

export async function deleteOffer(
  tx: Tx,
  offer: OfferRow,
  by: number | null,
  event: OfferChange,
): Promise<null> {
  const deleted = await update(tx, offer, by);
  await tx.events.offerDeleted(deleted);
  await tx.events.offerChanged(deleted, event);
  await tx('offers').where({ id: offer.id }).delete();
  return null;
}

export const linesIn = (tx: Tx, offer: OfferRow): Promise<Line[]> => linesOf(tx, [offer.id]);

/** Throws MoneyError (422) above 2^53 − 1 cents. */
export const totalOf = (lines: readonly Pick<Line, 'unit_price_cents' | 'quantity'>[]): Cents =>
  sum(lines.map((line) => lineTotal(line.unit_price_cents, line.quantity)));

/** Throws 422 where goods and freight are outside what Stripe charges at once (docs/rules.md#cart). */
export function requirePayableTotal(lines: readonly Line[], freight: Cents | null = null) {
  const total = totalOf(lines) + (freight ?? 0);
  if (total < MIN_TOTAL_CENTS || total > MAX_TOTAL_CENTS) throw Invalid(TOTAL_OUT_OF_RANGE);
}

export const expiryAfter = ({ databaseClock }: Tx, days: number) =>
  new Date(databaseClock.now().getTime() + days * DAY_MS);

export const OfferChanged = () => Conflict(OFFER_CHANGED, 'offer_changed');

export function requireCurrent(offer: OfferRow, version: number | undefined) {
  if (version !== undefined && version < offer.version) throw OfferChanged();
}

/** The state that the event leads to. Throws OfferChanged where it is not allowed, or not this side's turn. */
export function nextState(
  { state }: OfferRow,
  event: OfferEvent,
  by: OfferActor,
  reduced = false,
): OfferState {
  const to = moveOf(event, by, state, reduced);
  if (!to) throw OfferChanged();
  return to;
}

export type OfferBy = Actor<OfferActor>;

export const SYSTEM = { actor: 'system' } as const;
