import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { DAY_MS } from '../contract/durations';
import { Conflict } from '../http/errors';
import { broadcastApproval } from '../offers/channel';
import { lockPartiesAndOffer } from '../offers/offer';
import {
  type ActOrRequest,
  ApprovalNeeded,
  exceededLimit,
  type NeededApproval,
} from '../offers/spending-limits';
import type { Services } from '../services';
import { writeLapse } from './lapse';
import { approvalNeeded } from './mailer';
import { type ApprovalRow, lockApprovalOfOffer } from './queries';

const EXPIRES_AFTER_DAYS = 7;
const MAX_ATTEMPTS = 5;

/** The act rolls back above a limit; a second transaction then writes the request. */
export const actOrRequest =
  ({ transaction }: Pick<Services, 'transaction'>): ActOrRequest =>
  async (viewer, act) => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof ApprovalNeeded) || viewer.kind !== 'buyer') throw error;
        const { needed } = error;
        if (await transaction((tx) => request(tx, viewer, needed))) return null;
      }
      // The offer or what the member spent changed between the two transactions: retry.
    }
    throw Conflict('This offer kept changing while we processed this. Try again.');
  };

/** Returns false where the act is another one by now, or within the limits. */
async function request(tx: Tx, viewer: Buyer, needed: NeededApproval): Promise<boolean> {
  const offer = await lockPartiesAndOffer(tx, needed.offerId, viewer);
  if (offer.version !== needed.version) return false;
  const exceeded = await exceededLimit(tx, viewer, offer.id, needed.total);
  if (!exceeded) return false;
  const open = await lockApprovalOfOffer(tx, offer.id);
  if (open && isSame(open, viewer, needed)) return true;
  if (open) await writeLapse(tx, open, open.reason ?? 'replaced', viewer.id);
  await tx('approval_requests').insert({
    offer_id: offer.id,
    buyer_id: offer.buyer_id,
    act: needed.act,
    version: offer.version,
    content: needed.content,
    total_cents: needed.total,
    limit_cents: exceeded.limit,
    exceeds: exceeded.exceeds,
    requested_by: viewer.id,
    expires_at: new Date(tx.databaseClock.now().getTime() + EXPIRES_AFTER_DAYS * DAY_MS),
  });
  const written = await lockApprovalOfOffer(tx, offer.id);
  if (!written) throw new Error('The request was not written');
  await approvalNeeded(tx, written);
  await tx.events.approvalChanged(written, { actor: 'buyer', userId: viewer.id });
  broadcastApproval(tx, offer);
  return true;
}

const isSame = (open: ApprovalRow, viewer: Buyer, { act, content }: NeededApproval) =>
  open.status === 'requested' &&
  open.requested_by === viewer.id &&
  open.act === act &&
  isDeepStrictEqual(open.content, JSON.parse(JSON.stringify(content)));
