import type { Tx } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { cents } from '../contract/money';
import { Conflict, Forbidden, HttpError, NotFound } from '../http/errors';
import { accept, acceptInTransaction } from '../offers/acceptance';
import { submitInTransaction } from '../offers/cart/submission';
import { broadcastApproval } from '../offers/channel';
import { counterInTransaction } from '../offers/negotiation';
import { lockOffer, lockPartiesAndOffer } from '../offers/offer';
import { ApprovalLapsed, type PurchaseContent } from '../offers/spending-limits';
import type { Services } from '../services';
import { lapse } from './lapse';
import { requestEnded } from './mailer';
import { type ApprovalRow, approvalById, lockApproval } from './queries';

const AlreadyDecided = () => Conflict('This request was already decided.', 'approval_decided');

interface Approving {
  readonly viewer: Buyer;
  readonly found: ApprovalRow;
  /** The offer's, as the approver saw it. */
  readonly version: number;
}

/**
 * Performs the requested act as the approver, in one transaction with the decision. Throws what the act throws, which
 * leaves the request open, and 409 `approval_lapsed` where the offer is another one by now.
 */
export async function approve(services: Services, { viewer, found, version }: Approving) {
  if (version !== found.version) throw ApprovalLapsed();
  try {
    return await performApproved(services, viewer, found);
  } catch (error) {
    if (error instanceof HttpError && error.code === 'approval_lapsed')
      await lapse(services, found.id, 'changed');
    throw error;
  }
}

async function performApproved(services: Services, viewer: Buyer, found: ApprovalRow) {
  const { transaction, config } = services;
  const { offer_id: offerId, version, requested_by: requestedBy } = found;
  const content = found.content as PurchaseContent;
  const addressId = content.ship_to_address_id ?? undefined;
  const note = content.note ?? undefined;
  const buyerPoNumber = content.buyer_po_number;
  const approved = { content, requestedBy };
  const options = { version, note };

  const decided = async <Done>(tx: Tx, act: () => Promise<Done>) => {
    tx.names(offerId);
    const request = await lockToApprove(tx, viewer, found);
    const done = await act();
    await decide(tx, request, { status: 'approved', by: viewer });
    return done;
  };

  if (found.act === 'accept') {
    const acceptance = { offerId, viewer, version, addressId, config, note, buyerPoNumber, approved };
    const act: typeof acceptInTransaction = (tx, named) => decided(tx, () => acceptInTransaction(tx, named));
    const { offer, orderId } = await accept(services, acceptance, act);
    return { offer: { ...offer, purchase_order_id: orderId } };
  }
  return transaction((tx) =>
    decided(tx, () => {
      if (found.act === 'submit') {
        const submission = { ...options, ship_to_address_id: addressId, buyer_po_number: buyerPoNumber };
        return submitInTransaction(tx, { offerId, viewer, options: submission, approved }, config);
      }
      const prices = content.lines.map(({ id: line, unit_price }) => ({
        id: line,
        unit_price_cents: cents(unit_price),
      }));
      return counterInTransaction(tx, { offerId, viewer, options: { ...options, prices }, approved }, config);
    }),
  );
}

/** In the order of every act: the parties, the offer, then the request. */
async function lockToApprove(tx: Tx, viewer: Buyer, { id, offer_id }: ApprovalRow) {
  const offer = await lockPartiesAndOffer(tx, offer_id, viewer);
  const request = await lockOpen(tx, id);
  if (request.status === 'lapsed' || offer.version !== request.version) throw ApprovalLapsed();
  requireOtherThanRequester(viewer, request);
  return request;
}

/** Throws 409 where it was decided; what lapsed without an act reads `lapsed`. */
async function lockOpen(tx: Tx, id: number): Promise<ApprovalRow> {
  const request = await lockApproval(tx, id);
  if (!request) throw NotFound();
  if (request.status === 'lapsed') return request;
  if (request.status !== 'requested') throw AlreadyDecided();
  return request;
}

/** Throws Forbidden to the requester, approver by now, where another member may decide. */
function requireOtherThanRequester(viewer: Buyer, request: ApprovalRow) {
  if (request.requested_by === viewer.id && request.approvers.length > 0)
    throw Forbidden('Someone else has to approve your request.', 'own_request');
}

interface Decision {
  readonly status: 'approved' | 'declined' | 'canceled';
  readonly by: Buyer;
  readonly note?: string | null | undefined;
}

async function decide(tx: Tx, request: ApprovalRow, { status, by, note = null }: Decision) {
  const decided = { status, decided_by: by.id, note: note || null };
  await tx('approval_requests')
    .where({ id: request.id, status: 'requested' })
    .update({ ...decided, decided_at: tx.fn.now() });
  const ended = { ...request, ...decided };
  await tx.events.approvalChanged(ended, { actor: 'buyer', userId: by.id });
  await requestEnded(tx, { ...ended, decider_name: by.full_name });
}

type Decider = (
  services: Pick<Services, 'transaction'>,
  viewer: Buyer,
  id: number,
  note?: string | null,
) => Promise<ApprovalRow>;

const decideWith =
  (status: 'declined' | 'canceled', may: (viewer: Buyer, request: ApprovalRow) => void): Decider =>
  ({ transaction }, viewer, id, note) =>
    transaction(async (tx) => {
      const found = await approvalById(tx, viewer.buyer_id, id);
      if (!found) throw NotFound();
      const offer = await lockOffer(tx, found.offer_id);
      const request = await lockOpen(tx, id);
      if (request.status === 'lapsed') throw AlreadyDecided();
      may(viewer, request);
      await decide(tx, request, { status, by: viewer, note });
      broadcastApproval(tx, offer);
      const decided = await approvalById(tx, viewer.buyer_id, id);
      if (!decided) throw NotFound();
      return decided;
    });

/** Throws 409 `approval_decided` to all but the first decision. */
export const decline = decideWith('declined', requireOtherThanRequester);

/** Throws Forbidden to other members than the one who asked. */
export const cancel = decideWith('canceled', (viewer, request) => {
  if (request.requested_by !== viewer.id)
    throw Forbidden('Only the person who asked can cancel this request.');
});
