import type { Tx } from '../../../db/transaction';
import type { Buyer } from '../../accounts/policy';
import { offerContacts } from '../../accounts/trade-contacts';
import type { Config } from '../../config/config';
import { Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { requireMinimumOrder } from '../acceptance';
import { NotForSale, requireBounds } from '../availability';
import {
  byParty,
  expiryAfter,
  lockPartiesAndOffer,
  nextState,
  poNumberChange,
  recordMove,
  requirePayableTotal,
} from '../offer';
import { type Line, linesOf } from '../queries';
import { SHIP_TO_NEEDED } from '../shipping/rules';
import { draftShipping, shippingBasisOf } from '../shipping/shipping';
import { type ApprovedPurchase, checkLimits } from '../spending-limits';

interface SubmitOptions {
  readonly version?: number | undefined;
  readonly note?: string | undefined;
  readonly ship_to_address_id?: number | undefined;
  readonly buyer_po_number?: string | null | undefined;
}

interface Submission {
  readonly offerId: number;
  readonly viewer: Buyer;
  readonly options: SubmitOptions;
  readonly approved?: ApprovedPurchase | undefined;
}

/** Throws ApprovalNeeded above the member's limits. */
export const submit = (
  { transaction }: Pick<Services, 'transaction'>,
  offerId: number,
  viewer: Buyer,
  options: SubmitOptions,
  config: Pick<Config, 'offerExpiryDays'>,
) => transaction((tx) => submitInTransaction(tx, { offerId, viewer, options }, config));

export async function submitInTransaction(
  tx: Tx,
  { offerId, viewer, options, approved }: Submission,
  config: Pick<Config, 'offerExpiryDays'>,
) {
  const { version, ship_to_address_id: addressId, note } = options;
  // Pipelined, executed in this order: what follows the locks is read under them.
  const [offer, lines, basis, people] = await Promise.all([
    lockPartiesAndOffer(tx, offerId, viewer, version),
    linesOf(tx, [offerId]),
    shippingBasisOf(tx, offerId),
    offerContacts(tx, offerId),
  ]);
  const to = nextState(offer, 'submit', 'buyer');
  for (const line of lines) requireSendable(line);
  requirePayableTotal(lines);
  requireMinimumOrder(lines, basis);
  const shipping = await draftShipping(tx, offer, { basis, viewer, addressId });
  requireShipTo(shipping);
  const chosen = { ...shipping, ...poNumberChange(viewer, options.buyer_po_number) };
  const purchase = { act: 'submit', offer, changes: chosen, lines, addressId, note } as const;
  const committed = await checkLimits(tx, viewer, purchase, approved);
  const expires_at = expiryAfter(tx, config.offerExpiryDays);
  const changes = { state: to, submitted_at: tx.databaseClock.now(), expires_at, ...chosen, ...committed };
  const asked = lines.map((line) => ({ ...line, seller_price_cents: line.asking_price_cents }));
  const move = { event: 'submit', changes, lines: asked, by: byParty(viewer), people, note } as const;
  const requestedBy = approved?.requestedBy;
  return { ...(await recordMove(tx, offer, { ...move, requestedBy, repriced: asked })), basis };
}

function requireShipTo({ shipping_terms, ship_to }: Awaited<ReturnType<typeof draftShipping>>) {
  if (shipping_terms !== 'buyer_pays' || ship_to !== null) return;
  throw Invalid(SHIP_TO_NEEDED, { ship_to_address_id: [SHIP_TO_NEEDED] });
}

function requireSendable(line: Line) {
  if (!line.listed) throw NotForSale(`${line.name} is no longer available`);
  requireBounds(line, { ...line, seller_price_cents: line.asking_price_cents });
}
