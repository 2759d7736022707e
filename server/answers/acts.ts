import { statement } from '../../db/sql';
import type { BulkAnswerRow, BulkAnswerRowRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import type { ErrorCode } from '../contract/error-codes';
import { formatUnits } from '../contract/money';
import { HttpError } from '../http/errors';
import { acceptInTransaction } from '../offers/acceptance';
import { counterInTransaction, rejectInTransaction } from '../offers/negotiation';
import { lockPartiesAndOffer } from '../offers/offer';
import { linesOf } from '../offers/queries';
import { OutOfStock } from '../products/stock';
import type { Services } from '../services';
import { QUOTE_FIRST } from './preview';

export const OFFER_CHANGED_SHORT = 'The offer changed.';

const REASONS: Partial<Record<ErrorCode, string>> = {
  offer_changed: OFFER_CHANGED_SHORT,
  not_found: OFFER_CHANGED_SHORT,
  too_many_unpaid: 'The buyer has too many unpaid orders.',
  quote_needed: QUOTE_FIRST,
};

type Row = Pick<BulkAnswerRowRow, 'offer_id' | 'version' | 'action' | 'lines' | 'state'>;

const lockRow = statement<Row>(
  'lock row of a bulk answer',
  `select offer_id, version, action, lines, state
     from bulk_answer_rows where bulk_answer_id = $1 and offer_id = $2 for update`,
);

export interface RowAct {
  readonly answer: BulkAnswerRow;
  readonly offerId: number;
  readonly config: Config;
}

const MAX_ATTEMPTS = 5;

/** Answers one offer and records the result with it. Repeatable. Throws on faults, which leave the row waiting. */
export async function answerRow({ transaction }: Pick<Services, 'transaction'>, act: RowAct): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await transaction((tx) => actOnRow(tx, act));
    } catch (error) {
      const reason = await transaction((tx) => recordFailure(tx, act, error));
      if (reason !== null) return;
      // Units came back since: nothing is short any more.
    }
  }
  throw new Error(`The stock of offer ${act.offerId} kept changing`);
}

async function actOnRow(tx: Tx, { answer, offerId, config }: RowAct): Promise<void> {
  const [row] = await lockRow(tx, [answer.id, offerId]);
  if (row?.state !== 'waiting') return;
  const { version } = row;
  const viewer = { kind: 'seller', id: answer.user_id } as const;
  const { note } = answer.rule as { note: string | null };
  // An acceptance answers an accepted offer with its order; here that is another act's.
  await lockPartiesAndOffer(tx, offerId, viewer, version);
  const done = { state: 'done' } as const;
  if (row.action === 'accept') {
    const { orderId } = await acceptInTransaction(tx, { offerId, viewer, version, config, note });
    return saveResult(tx, answer.id, offerId, { ...done, purchase_order_id: orderId });
  }
  const options = { version, note: note ?? undefined };
  if (row.action === 'reject') await rejectInTransaction(tx, { offerId, viewer, options });
  else {
    const prices = row.lines.map(({ id, unit_price }) => ({ id, unit_price_cents: unit_price }));
    await counterInTransaction(tx, { offerId, viewer, options: { ...options, prices } }, config);
  }
  return saveResult(tx, answer.id, offerId, done);
}

const saveResult = async (
  tx: Tx,
  id: number,
  offerId: number,
  result: Partial<Pick<BulkAnswerRowRow, 'state' | 'reason' | 'purchase_order_id'>>,
) =>
  void (await tx('bulk_answer_rows')
    .where({ bulk_answer_id: id, offer_id: offerId, state: 'waiting' })
    .update(result));

/** Returns the reason, or null where the act should be tried again. */
async function recordFailure(tx: Tx, { answer, offerId }: RowAct, error: unknown): Promise<string | null> {
  const reason = error instanceof OutOfStock ? await shortage(tx, offerId) : refusal(error);
  if (reason !== null) await saveResult(tx, answer.id, offerId, { state: 'failed', reason });
  return reason;
}

const OUR_FAULT = 'A problem on our side prevented this answer. Try again.';

export const giveUpRow = (
  { transaction }: Pick<Services, 'transaction'>,
  { answer, offerId }: Pick<RowAct, 'answer' | 'offerId'>,
) => transaction((tx) => saveResult(tx, answer.id, offerId, { state: 'failed', reason: OUR_FAULT }));

async function shortage(tx: Tx, offerId: number): Promise<string | null> {
  for (const { quantity, units, listed } of await linesOf(tx, [offerId])) {
    const available = listed ? (units ?? 0n) : 0n;
    if (available < quantity)
      return `Not enough stock: ${formatUnits(quantity)} requested, ${formatUnits(available)} available.`;
  }
  return null;
}

function refusal(error: unknown): string {
  if (!(error instanceof HttpError) || error.status >= 500) throw error;
  const { error: message, errors } = error.body as { error?: string; errors?: string[] };
  return REASONS[error.code] ?? message ?? errors?.[0] ?? OFFER_CHANGED_SHORT;
}
