import { statement } from '../../db/prepared-statement';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type Cents, lineTotal, MAX_TOTAL_CENTS, MIN_TOTAL_CENTS, sum } from '../contract/money';
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors';
import { OFFER_CHANGED } from './contract';
import type { Actor } from './history';
import type { Party } from './policy';
import { type Line, linesOf, OFFER } from './queries';

export const byParty = (viewer: Party): Actor => ({ actor: viewer.kind, userId: viewer.id });

const buyersRow = statement('lock buyer', 'select from buyers where id = $1 for no key update');
const offersBuyersRow = statement(
  'lock buyer of offer',
  'select from buyers where id = (select buyer_id from offers where id = $1) for no key update',
);
const offersSellersRow = statement(
  'share seller of offer',
  'select from sellers where id = (select seller_id from offers where id = $1) for share',
);
const deniedBuyer = statement(
  'denied buyer of offer',
  `select from users where buyer_id = (select buyer_id from offers where id = $1) and status = 'denied'`,
);
const offersRow = statement<OfferRow>('lock offer', `select ${OFFER} from offers where id = $1 for update`);

/**
 * A buyer's acts on the cart and on open offers happen one after another. Taken before any offer's row, always,
 * so that no two acts wait for each other.
 */
export const lockBuyer = async (tx: Tx, buyerId: number) => void (await buyersRow(tx, [buyerId]));

/**
 * Holds off the denial of either party until the end of an act that binds them. The one lock order is seller, buyer,
 * user, offer, order, product. Throws 403 to a buyer who has been denied, and 409 to the seller of one.
 */
export async function lockParties(tx: Tx, offerId: number, viewer: Party) {
  // The last one is a statement of its own: it sees what was committed while the locks were waited for.
  const [, , denied] = await Promise.all([
    offersSellersRow(tx, [offerId]),
    offersBuyersRow(tx, [offerId]),
    deniedBuyer(tx, [offerId]),
  ]);
  if (denied.length > 0) throw viewer.kind === 'buyer' ? Forbidden() : Conflict(OFFER_CHANGED);
}

/** The offer's row, held until the end. Throws Conflict where the actor saw an older version of it. */
export async function lockOffer(tx: Tx, id: number, version?: number): Promise<OfferRow> {
  const [offer] = await offersRow(tx, [id]);
  if (!offer) throw NotFound();
  if (version !== undefined && version < offer.version) throw Conflict(OFFER_CHANGED);
  return offer;
}

const changed = statement<OfferRow>(
  'change offer',
  `update offers set state = $2, submitted_at = $3, expires_at = $4, version = version + 1, updated_at = now()
    where id = $1 returning ${OFFER}`,
);

type Facts = Partial<Pick<OfferRow, 'state' | 'submitted_at' | 'expires_at'>>;

/** Writes the locked offer's new facts: one version more. */
export async function update(tx: Tx, offer: OfferRow, facts: Facts = {}): Promise<OfferRow> {
  const { state, submitted_at, expires_at } = { ...offer, ...facts };
  const [updated] = await changed(tx, [offer.id, state, submitted_at, expires_at]);
  if (!updated) throw NotFound();
  return updated;
}

export const linesIn = (tx: Tx, offer: OfferRow): Promise<Line[]> => linesOf(tx, [offer.id]);

/** Throws MoneyError, which is a 422, where the total is more than anybody can count (docs/rules.md#offers). */
export const totalOf = (lines: readonly Pick<Line, 'unit_price_cents' | 'quantity'>[]): Cents =>
  sum(lines.map((line) => lineTotal(line.unit_price_cents, line.quantity)));

/** What the provider can charge at once (docs/rules.md#offers). */
export function requirePayableTotal(lines: readonly Line[]) {
  const total = totalOf(lines);
  if (total < MIN_TOTAL_CENTS || total > MAX_TOTAL_CENTS) {
    throw Invalid('The total of an offer must be between $0.50 and $999,999.99');
  }
}
