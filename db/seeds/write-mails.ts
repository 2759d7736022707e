import { sendDigest } from '../../server/notifications/digest';
import { sendOfferMail } from '../../server/offers/mailer';
import { linesOf } from '../../server/offers/queries';
import type { OfferEvent } from '../../server/offers/state-machine';
import { type MailedMove, sendOrderMail } from '../../server/orders/mailer';
import type { OfferHistoryRow, PurchaseOrderRow } from '../tables';
import type { Tx } from '../transaction';
import { DAY_MS } from './days';

const SHOWN_DAYS = 7;
/** Of the people who chose daily mails, the first has had today's; the second's is still to come. */
const DAILY = ['rosa@example.com', 'callow@example.com'] as const;

interface Written {
  /** The first two parts of its event key, as `offer:42`. */
  readonly cause: string;
  readonly at: Date;
}

/** Dates mails and notices as their causes. Sent mails are seen by no mail server. */
async function dateAs(tx: Tx, written: readonly Written[]) {
  const times = [written.map(({ cause }) => cause), written.map(({ at }) => at)];
  const source = `from unnest(?::text[], ?::timestamptz[]) as dated (cause, at)
    where split_part(event_key, ':', 1) || ':' || split_part(event_key, ':', 2) = dated.cause`;
  await tx.raw(`update mails set created_at = dated.at, sent_at = dated.at ${source}`, times);
  await tx.raw(`update email_notices set at = dated.at ${source}`, times);
}

async function chooseDaily(tx: Tx): Promise<number[]> {
  const people = await tx('users').whereIn('email', DAILY).select('id', 'email');
  const ids = DAILY.flatMap((email) => people.find((person) => person.email === email)?.id ?? []);
  const rows = ids.flatMap((user_id) =>
    ['offers', 'orders'].map((kind) => ({ user_id, kind, email: 'daily' as const })),
  );
  await tx('notification_choices').insert(rows);
  return ids;
}

type Move = Pick<OfferHistoryRow, 'offer_id' | 'actor' | 'user_id' | 'note' | 'at'> & { event: OfferEvent };

async function lastMoves(tx: Tx, since: Date): Promise<Move[]> {
  const { rows } = await tx.raw<{ rows: Move[] }>(
    `select * from (
       select distinct on (offer_id) offer_id, event, actor, user_id, note, at
         from offer_history order by offer_id, id desc) as moves
      where at > ? and event not in ('accept', 'cancel') order by at, offer_id`,
    [since],
  );
  return rows;
}

async function mailMoves(tx: Tx, moves: readonly Move[]): Promise<Written[]> {
  const ids = moves.map(({ offer_id }) => offer_id);
  const offers = new Map((await tx('offers').whereIn('id', ids)).map((offer) => [offer.id, offer]));
  const lines = await linesOf(tx, ids);
  for (const { offer_id, event, actor, user_id, note } of moves) {
    const offer = offers.get(offer_id);
    const own = lines.filter((line) => line.offer_id === offer_id);
    const move = { event, lines: own, by: { actor, userId: user_id }, note, keepsEvents: false };
    if (offer) await sendOfferMail(tx, offer, move);
  }
  return moves.map(({ offer_id, at }) => ({ cause: `offer:${offer_id}`, at }));
}

/** The mail of each status that one tells of; a shipped order's are those of its shipments. */
const EVENTS: Partial<Record<PurchaseOrderRow['status'], MailedMove | null>> = {
  awaiting_initial_payment: 'create',
  awaiting_shipment: 'confirm_payment',
  shipped: null,
  canceled: 'cancel',
};

async function mailOrders(tx: Tx, since: Date): Promise<Written[]> {
  const orders = await tx('purchase_orders')
    .whereIn('status', Object.keys(EVENTS))
    .where('updated_at', '>', since)
    .orderBy(['updated_at', 'id']);
  for (const order of orders) {
    const event = EVENTS[order.status];
    if (event) await sendOrderMail(tx, order, event);
  }
  return orders.map(({ id, updated_at }) => ({ cause: `order:${id}`, at: updated_at }));
}

/** The first noon, UTC, after what happened last. */
async function digestTime(tx: Tx, user_id: number, now: Date): Promise<Date> {
  const last = await tx('email_notices').where({ user_id }).orderBy('at', 'desc').first('at');
  const midnight = Math.floor(((last?.at ?? now).getTime() + DAY_MS / 2) / DAY_MS) * DAY_MS;
  return new Date(Math.min(midnight + DAY_MS / 2, now.getTime()));
}

/** Writes mails of the last moves, one daily mail, and what waits for the next. Acts write theirs with the commit. */
export async function writeMails(tx: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const [told] = await chooseDaily(tx);
  const written = [...(await mailMoves(tx, await lastMoves(tx, since))), ...(await mailOrders(tx, since))];
  tx.beforeCommit(async () => {
    await dateAs(tx, written);
    if (!told) return;
    await sendDigest(tx, told);
    await dateAs(tx, [{ cause: `daily-digest:${told}`, at: await digestTime(tx, told, now) }]);
  });
}
