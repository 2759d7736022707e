import type { Tx } from '../../db/transaction';
import { invalid, noSuch } from './errors';
import { emitEvent } from './events';
import { findIntent } from './intents';
import { type Charge, type Intent, lock, newId, put, type Refund, save, seconds } from './objects';
import { integerOf, metadataOf, onlyKnown, type Params, required, textOf } from './params';
import type { Sandbox } from './sandbox';

const SUPPORTED_PARAMS = ['amount', 'expand', 'metadata', 'payment_intent', 'reason'];
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

export async function createRefund(sandbox: Sandbox, tx: Tx, params: Params): Promise<Refund> {
  onlyKnown(params, SUPPORTED_PARAMS);
  const intent = await findIntent(sandbox, tx, required(params, 'payment_intent'));
  const charge = await refundableCharge(tx, intent);
  const remaining = charge.amount - charge.amount_refunded;
  const amount = readAmount(params, remaining);
  const reason = readReason(params);
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    created: seconds(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: intent.id,
    metadata: metadataOf(params),
    reason,
    status: 'succeeded',
  };
  const refundedCharge: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === remaining,
  };
  await put(tx, 'refund', refund);
  await save(tx, refundedCharge);
  await emitEvent(sandbox, tx, 'refund.created', refund);
  await emitEvent(sandbox, tx, 'charge.refunded', refundedCharge);
  return refund;
}

async function refundableCharge(tx: Tx, intent: Intent): Promise<Charge> {
  const charge = intent.latest_charge ? await lock(tx, 'charge', intent.latest_charge) : undefined;
  if (!charge)
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  if (charge.amount === charge.amount_refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  return charge;
}

function readAmount(params: Params, remaining: number): number {
  const amount = integerOf(params, 'amount') ?? remaining;
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > remaining)
    throw invalid('Refund amount is greater than unrefunded amount on charge', 'amount');
  return amount;
}

function readReason(params: Params): string | null {
  const reason = textOf(params, 'reason') ?? null;
  if (reason && !REASONS.includes(reason))
    throw invalid(`Invalid reason: must be one of ${REASONS.join(', ')}`, 'reason');
  return reason;
}

export async function findRefund(tx: Tx, id: string): Promise<Refund> {
  const refund = await lock(tx, 'refund', id);
  if (!refund) throw noSuch('refund', id);
  return refund;
}
