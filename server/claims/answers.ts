import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import type { Buyer, Seller } from '../accounts/policy';
import { cents } from '../contract/money';
import { returnMoney } from '../payments/adjustments';
import type { Services } from '../services';
import { type LockedClaim, lockClaim, moveClaim, requireEvent } from './claim';
import { sendClaimMail } from './mailer';
import { addMessage } from './messages';

type Transaction = Services['transaction'];

const bySeller = ({ id }: Seller) => ({ actor: 'seller', userId: id }) as const;

/** Refunds as requested. Throws Conflict in another status or while the payment is disputed. */
export const agree = (transaction: Transaction, viewer: Seller, id: number, version?: number) =>
  transaction(async (tx) => {
    const locked = await lockClaim(tx, id, version);
    const by = bySeller(viewer);
    requireEvent(locked.claim, 'agree', by);
    await refundRequested(tx, locked, by);
    const claim = await moveClaim(tx, locked, 'agree', by);
    await sendClaimMail(tx, { order: locked.order, claim, event: 'approved', by: 'seller' });
  });

async function refundRequested(tx: Tx, { order, claim }: LockedClaim, by: Actor) {
  const lines = await tx('claim_lines').where({ claim_id: claim.id }).orderBy('id');
  await returnMoney(tx, order, {
    kind: 'claim',
    claimId: claim.id,
    lines: lines.map((line) => ({ ...line, goods_cents: line.requested_cents })),
    freight_cents: cents(0),
    by,
  });
  const refund_cents = tx.ref('requested_cents') as never;
  await tx('claim_lines').where({ claim_id: claim.id }).update({ refund_cents });
}

export const dispute = (
  transaction: Transaction,
  viewer: Seller,
  id: number,
  { message, version }: { message: string; version?: number | undefined },
) =>
  transaction(async (tx) => {
    const locked = await lockClaim(tx, id, version);
    const claim = await moveClaim(tx, locked, 'dispute', bySeller(viewer));
    await addMessage(tx, claim, { author: 'seller', userId: viewer.id, body: message });
    await sendClaimMail(tx, { order: locked.order, claim, event: 'disputed', by: 'seller', text: message });
  });

export const withdraw = (transaction: Transaction, viewer: Buyer, id: number, version?: number) =>
  transaction(async (tx) => {
    const locked = await lockClaim(tx, id, version);
    const claim = await moveClaim(tx, locked, 'withdraw', { actor: 'buyer', userId: viewer.id });
    await sendClaimMail(tx, { order: locked.order, claim, event: 'withdrawn', by: 'buyer' });
  });
