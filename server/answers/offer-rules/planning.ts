import { randomInt } from 'node:crypto';
import { statement, whenSent } from '../../../db/sql';
import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { OfferMove } from '../../offers/mailer';
import type { Services } from '../../services';
import { answerByRules } from './jobs';

const plan = statement(
  'plan answer',
  `with planned as (
     insert into planned_answers (offer_id, version, due_at)
     select $1, $2, now() + make_interval(secs => $4 / 1000.0)
      where exists (select from answer_rules where seller_id = $3 and active)
         on conflict (offer_id) do update
        set version = excluded.version, due_at = excluded.due_at, held = null
     returning offer_id, due_at
   )
   select (graphile_worker.add_job($5, json_build_object('offer_id', offer_id), run_at := due_at,
                                   max_attempts := $6, job_key := 'answer-offer-' || offer_id)).id
     from planned`,
);
const drop = statement('drop planned answer', 'delete from planned_answers where offer_id = $1');

const withCommit = (tx: Tx, send: (onSent: () => void) => Promise<unknown>) =>
  tx.beforeCommit(() => whenSent(send));

const PLANNED_EVENTS = ['submit', 'counter'];

/** Follows every move of an offer, under its lock. The time of an answer does not depend on its outcome. */
export function planAnswer({ config }: Pick<Services, 'config'>) {
  const wait = config.waits.answers;
  return (tx: Tx, offer: OfferRow, { event, from }: Pick<OfferMove, 'event' | 'from'>) => {
    if (offer.submitted_at === null) return;
    if (offer.state !== 'seller_review' || !PLANNED_EVENTS.includes(event)) {
      // Only an offer that the seller reviews has a plan.
      if (from === 'seller_review') withCommit(tx, (onSent) => drop(tx, [offer.id], onSent));
      return;
    }
    const { name, attempts } = answerByRules;
    const milliseconds = randomInt(wait.from, wait.to + 1);
    const values = [offer.id, offer.version, offer.seller_id, milliseconds, name, attempts];
    withCommit(tx, (onSent) => plan(tx, values, onSent));
  };
}
