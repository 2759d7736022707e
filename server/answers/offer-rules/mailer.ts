import type { Tx } from '../../../db/transaction';
import { membersWith } from '../../accounts/trade-contacts';
import { DAY_MS } from '../../contract/durations';
import { counted } from '../../contract/money';
import { deliverAll } from '../../mail/mailer';
import { scopeLabel } from './decision';
import type { ReachedLimit } from './limits';

/** Offers of the seller that a daily limit keeps waiting, with the one of this transaction. */
async function waitingOffers(tx: Tx, sellerId: number): Promise<number> {
  const found = await tx('planned_answers')
    .join('offers', 'offers.id', 'planned_answers.offer_id')
    .whereRaw("offers.seller_id = ? and planned_answers.held = 'daily_limit'", [sellerId])
    .whereRaw('offers.version = planned_answers.version')
    .count({ offers: '*' });
  return Number(found[0]?.offers ?? 0);
}

/** Once in 24 hours per rule. Needs the rule's lock. */
export async function mailLimitReached(tx: Tx, { rule, orders }: ReachedLimit): Promise<void> {
  const now = tx.databaseClock.now();
  if (rule.limit_mailed_at && now.getTime() - rule.limit_mailed_at.getTime() < DAY_MS) return;
  await tx('answer_rules').where({ id: rule.id }).update({ limit_mailed_at: now });
  const sellers = await membersWith(tx, { kind: 'seller', id: rule.seller_id }, 'offers:write');
  const people = sellers.filter(({ status }) => status !== 'denied');
  const waiting = await waitingOffers(tx, rule.seller_id);
  await deliverAll(
    tx,
    people.map((person) => ({
      kind: 'offers' as const,
      userId: person.id,
      to: person.email,
      subject: 'Your offer rule reached its daily limit',
      view: 'rule_limit',
      eventKey: `answer-rule:${rule.id}:limit:${now.getTime()}:${person.id}`,
      locals: {
        name: person.full_name,
        rule: scopeLabel(rule),
        orders: counted(orders, 'order'),
        limit: rule.max_orders_per_day,
        waiting: counted(waiting, 'offer'),
        verb: waiting === 1 ? 'waits' : 'wait',
        preview: `${counted(waiting, 'offer')} ${waiting === 1 ? 'waits' : 'wait'} for your answer.`,
        path: '/my_offers?tab=needs_response',
        why: 'one of your offer rules reached its daily limit',
      },
    })),
  );
}
