import { isDeepStrictEqual } from 'node:util';
import { sqlList, statement } from '../../db/sql';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { isRevokedKey } from '../accounts/keys/queries';
import type { Buyer } from '../accounts/policy';
import { capabilitiesOf, type Role } from '../contract/capabilities';
import { type Cents, sum } from '../contract/money';
import { Conflict, Forbidden, RoleForbidden } from '../http/errors';
import { totalOf } from './offer';
import type { ActingParty } from './policy';
import type { Line } from './queries';
import { openStates } from './rules';
import { freightOf } from './shipping/shipping';

export type LimitedAct = 'submit' | 'accept' | 'counter';

/** What an act of a buyer agrees to. `lines` are those after it. */
interface Purchase {
  readonly act: LimitedAct;
  /** Before the act. */
  readonly offer: OfferRow;
  readonly changes: Partial<OfferRow>;
  readonly lines: readonly Line[];
  readonly addressId?: number | undefined;
  readonly note?: string | null | undefined;
}

export interface PurchaseContent {
  /** Quantities are digits: they may pass what JSON's numbers hold. */
  readonly lines: readonly {
    id: number;
    product_id: number;
    name: string;
    quantity: string;
    unit_price: Cents;
  }[];
  readonly freight_cents: Cents | null;
  readonly shipping_terms: string | null;
  readonly ship_to: object | null;
  readonly carrier_instructions: string | null;
  /** The one that the request named. */
  readonly ship_to_address_id: number | null;
  readonly note: string | null;
  /** Absent in requests that are older than it. */
  readonly buyer_po_number?: string | null;
}

/** What another member asked for: an approval performs exactly that. */
export interface ApprovedPurchase {
  readonly content: object;
  readonly requestedBy: number;
}

interface Exceeded {
  readonly exceeds: 'order' | 'month';
  readonly limit: Cents;
}

export interface NeededApproval extends Exceeded {
  readonly act: LimitedAct;
  readonly offerId: number;
  readonly version: number;
  readonly content: PurchaseContent;
  readonly total: Cents;
}

/** Rolls an act back that is above its member's limits. */
export class ApprovalNeeded extends Error {
  constructor(readonly needed: NeededApproval) {
    super('The act needs an approval');
  }
}

/** Runs the act of a buyer's member. Above a limit it writes a request for it, and returns null. */
export type ActOrRequest = <Done>(viewer: ActingParty, act: () => Promise<Done>) => Promise<Done | null>;

export const ApprovalLapsed = () =>
  Conflict('The offer changed since this was requested. Review it and ask again.', 'approval_lapsed');

/** The primary owner has no limits; of other members the role counts that they have under the buyer's lock. */
export const mayBeLimited = (viewer: ActingParty): viewer is Buyer =>
  viewer.kind === 'buyer' && !viewer.is_primary;

/**
 * Whose limits the purchase counts for from then on; a seller's act leaves that as it is. Under the buyer's lock.
 * Throws ApprovalNeeded above a limit, ApprovalLapsed where an approved purchase is another one by now, Forbidden to
 * a member who left meanwhile or lost a capability.
 */
export async function checkLimits(
  tx: Tx,
  viewer: ActingParty,
  purchase: Purchase,
  approved?: ApprovedPurchase,
): Promise<Partial<Pick<OfferRow, 'committed_by' | 'committed_cents'>>> {
  if (viewer.kind === 'seller') return {};
  if (
    approved &&
    !isDeepStrictEqual(asJson(contentOf(purchase)), { buyer_po_number: null, ...approved.content })
  )
    throw ApprovalLapsed();
  const { act, offer, lines, changes } = purchase;
  const spending = mayBeLimited(viewer) ? await spendingNow(tx, viewer, offer.id) : null;
  if (!spending?.isLimited) return { committed_by: null, committed_cents: null };
  if (approved) throw RoleForbidden({ role: spending.role, name: viewer.name });
  const total = sum([totalOf(lines), freightOf({ ...offer, ...changes })]);
  const exceeded = exceededOf(spending, total);
  if (exceeded) {
    const content = contentOf(purchase);
    throw new ApprovalNeeded({
      act,
      offerId: offer.id,
      version: offer.version,
      content,
      total,
      ...exceeded,
    });
  }
  return { committed_by: viewer.id, committed_cents: total };
}

/** As a column of type jsonb returns it. */
const asJson = (content: PurchaseContent): unknown => JSON.parse(JSON.stringify(content));

function contentOf({ offer, changes, lines, addressId, note }: Purchase): PurchaseContent {
  const after = { ...offer, ...changes };
  return {
    lines: lines.map(({ id, product_id, name, quantity, unit_price_cents }) => ({
      id,
      product_id,
      name,
      quantity: String(quantity),
      unit_price: unit_price_cents,
    })),
    freight_cents: after.freight_cents,
    shipping_terms: after.shipping_terms,
    ship_to: after.ship_to,
    carrier_instructions: after.carrier_instructions,
    ship_to_address_id: addressId ?? null,
    note: note || null,
    buyer_po_number: after.buyer_po_number,
  };
}

interface SpendingRow {
  role: Role | null;
  is_key: boolean;
  order_limit_cents: Cents | null;
  month_limit_cents: Cents | null;
  /** Offers under review, whichever side's turn it is, and orders of the last 30 days. */
  spent_cents: Cents;
}

const spendingOf = statement<SpendingRow>(
  'spending of member',
  `select role, status = 'key' as is_key, order_limit_cents, month_limit_cents,
          ((select coalesce(sum(committed_cents), 0) from offers
             where committed_by = users.id and buyer_id = users.buyer_id and state in ${sqlList(openStates)} and id <> $3)
           + (select coalesce(sum(total_cents), 0) from purchase_orders
               where committed_by = users.id and buyer_id = users.buyer_id and created_at > now() - interval '30 days'
                 and status <> 'canceled'))::bigint as spent_cents
     from users
    where id = $1 and buyer_id = $2 and status not in ('removed', 'denied')
      and not ${isRevokedKey('users')}`,
);

interface Spending extends SpendingRow {
  readonly isLimited: boolean;
}

/** A key's capabilities are not its role's: it never approves. */
const capabilitiesNow = ({ role, is_key }: SpendingRow, viewer: Buyer) =>
  is_key ? viewer.capabilities : capabilitiesOf('buyer', role ?? 'owner');

/**
 * Role and limits as they are under the buyer's lock: the request may have waited for it. Throws Forbidden to a member
 * who left or a key that was revoked, RoleForbidden to one who lost a capability.
 */
async function spendingNow(tx: Tx, viewer: Buyer, offerId: number): Promise<Spending> {
  const [spending] = await spendingOf(tx, [viewer.id, viewer.buyer_id, offerId]);
  if (!spending) throw Forbidden();
  const held = capabilitiesNow(spending, viewer) ?? [];
  if (viewer.capabilities?.some((capability) => !held.includes(capability)))
    throw RoleForbidden({ role: spending.role ?? 'owner', name: viewer.name });
  return { ...spending, isLimited: !held.includes('offers:approve') };
}

function exceededOf(spending: Spending, total: Cents): Exceeded | null {
  const { order_limit_cents: order, month_limit_cents: month, spent_cents: spent } = spending;
  if (order !== null && total > order) return { exceeds: 'order', limit: order };
  if (month !== null && total + spent > month) return { exceeds: 'month', limit: month };
  return null;
}

/** The limit that the total is above. Throws as `checkLimits` does for the member. */
export async function exceededLimit(
  tx: Tx,
  viewer: Buyer,
  offerId: number,
  total: Cents,
): Promise<Exceeded | null> {
  const spending = await spendingNow(tx, viewer, offerId);
  return spending.isLimited ? exceededOf(spending, total) : null;
}
