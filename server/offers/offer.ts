import { statement } from '../../db/sql';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { keepsEvents } from '../accounts/company/events-since';
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
const shareSellerOfOffer = statement(
  'share seller of offer',
  'select from sellers where id = (select seller_id from offers where id = $1) for share',
);
const findDeniedBuyer = statement(
  'denied buyer of offer',
  `select from users where buyer_id = (select buyer_id from offers where id = $1) and is_primary and status = 'denied'`,
);
const lockOfferRow = statement<OfferRow>(
  'lock offer',
  `select ${OFFER} from offers where id = $1 for update`,
);

/** Serializes one buyer's acts. Locked before any offer row; the fixed order prevents deadlocks. */
export const lockBuyer = async (tx: Tx, buyerId: number) => void (await lockBuyerRow(tx, [buyerId]));

export const lockBuyerOfOffer = async (tx: Tx, offerId: number) =>
  void (await lockBuyerRowOfOffer(tx, [offerId]));

/** Blocks the denial of either party (docs/rules.md#offers). Throws Forbidden to a denied buyer, OfferChanged to their seller. */
export async function lockParties(tx: Tx, offerId: number, viewer: ActingParty) {
  // A separate statement: it sees what was committed while the locks were awaited.
  const [, , denied] = await Promise.all([
    shareSellerOfOffer(tx, [offerId]),
    lockBuyerOfOffer(tx, offerId),
    findDeniedBuyer(tx, [offerId]),
  ]);
  if (denied.length > 0) throw viewer.kind === 'buyer' ? Forbidden() : OfferChanged();
}

export async function lockOffer(tx: Tx, id: number, version?: number): Promise<OfferRow> {
  const [offer] = await lockOfferRow(tx, [id]);
  if (!offer) throw NotFound();
  requireCurrent(offer, version);
  return offer;
}

const updateRow = statement<OfferRow>(
  'change offer',
  `update offers set state = $2, submitted_at = $3, expires_at = $4, ship_to_address_id = $5, ship_to = $6,
          shipping_terms = $7, freight_cents = $8, agreed_freight_cents = $9, carrier_instructions = $10,
          committed_by = $11, committed_cents = $12, buyer_po_number = $13, changed_by = $14,
          version = version + 1, updated_at = now()
    where id = $1 returning ${OFFER}`,
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

export async function update(
  tx: Tx,
  offer: OfferRow,
  by: number | null,
  changes: Changes = {},
): Promise<OfferRow> {
  const to = { ...offer, ...changes };
  const [updated] = await updateRow(tx, [
    offer.id,
    to.state,
    to.submitted_at,
    to.expires_at,
    to.ship_to_address_id,
    to.ship_to && JSON.stringify(to.ship_to),
    to.shipping_terms,
    to.freight_cents,
    to.agreed_freight_cents,
    to.carrier_instructions,
    to.committed_by,
    to.committed_cents,
    to.buyer_po_number,
    by,
  ]);
  if (!updated) throw NotFound();
  return updated;
}

interface Move {
  readonly event: OfferEvent;
  readonly changes: Changes;
  readonly lines: readonly Line[];
  readonly by: OfferBy;
  /** Who is told to have caused what the system did. */
  readonly causedBy?: OfferBy;
  /** The colleague whose request the actor approved. */
  readonly requestedBy?: number | undefined;
  readonly note?: string | null | undefined;
}

/** What an act leaves, so that its answer does not read it again. */
export interface OfferAndLines {
  readonly offer: OfferRow;
  readonly lines: readonly Line[];
}

/** `lines` are those after the move. */
export async function recordMove(
  tx: Tx,
  offer: OfferRow,
  { event, changes, causedBy, requestedBy, ...entry }: Move,
): Promise<OfferAndLines> {
  const to = changes.state ?? offer.state;
  const { freight_cents: freight } = { ...offer, ...changes };
  const [moved, { id: historyId, keeps_events: keepsEvents }] = await Promise.all([
    update(tx, offer, entry.by.userId ?? null, changes),
    writeHistory(tx, { offer, event, from: offer.state, to, freight, requestedBy, ...entry }),
  ]);
  await tx.events.offerMoved(moved, { event, historyId, keepsEvents, ...entry, by: causedBy ?? entry.by });
  await tx.events.offerChanged(moved, event);
  return { offer: moved, lines: entry.lines };
}

/** Whatever the offers of a cart, and those on their way, are loaded again for. */
export type OfferChange = OfferEvent | 'add' | 'change_line' | 'remove_line' | 'change_shipping' | 'message';

export async function deleteOffer(
  tx: Tx,
  offer: OfferRow,
  by: number | null,
  event: OfferChange,
): Promise<null> {
  await tx.events.offerChanged(await update(tx, offer, by), event);
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

interface WrittenEntry {
  readonly id: bigint;
  /** Of either side. */
  readonly keeps_events: boolean;
}

const insertEntry = statement<WrittenEntry>(
  'write offer history',
  `insert into offer_history (offer_id, actor, user_id, event, from_state, to_state, note, lines, freight_cents,
     requested_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   returning id, ${keepsEvents('$11', '$12')}`,
);

interface HistoryEntry {
  readonly offer: OfferRow;
  readonly event: OfferEvent;
  readonly from: OfferState;
  readonly to: OfferState;
  readonly lines: readonly Line[];
  readonly freight: Cents | null;
  readonly by: OfferBy;
  readonly requestedBy: number | undefined;
  readonly note?: string | null | undefined;
}

async function writeHistory(tx: Tx, entry: HistoryEntry): Promise<WrittenEntry> {
  const { offer, event, from, to, lines, freight, by, requestedBy, note } = entry;
  const prices = lines.map(({ id, name, quantity, unit_price_cents }) => ({
    offer_product_id: id,
    name,
    quantity,
    unit_price: unit_price_cents,
  }));
  const values = [
    offer.id,
    by.actor,
    by.userId ?? null,
    event,
    from,
    to,
    note || null,
    toJson(prices),
    freight,
    requestedBy ?? null,
    offer.buyer_id,
    offer.seller_id,
  ];
  const [written] = await insertEntry(tx, values);
  if (!written) throw new Error('The history was not written');
  return written;
}
