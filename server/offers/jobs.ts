import type { Knex } from 'knex';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { DAY_MS } from '../contract/durations';
import { object } from '../contract/fields';
import { job } from '../jobs/job';
import { expiryReminder } from './mailer';
import { end } from './negotiation';
import { lockOffer, SYSTEM } from './offer';
import { isOpen, openStates } from './state-contract';

const BATCH = 500;

const expired = (db: Knex) =>
  db('offers').whereIn('state', openStates).where('expires_at', '<=', db.fn.now()).limit(BATCH).select('id');

export const expireOffers = job('expire-offers', object({}), async ({ db, transaction }) => {
  for (const { id } of await expired(db)) {
    await transaction((tx) => end(tx, id, 'expire', SYSTEM));
  }
});

const expiringSoon = (db: Knex, after: number) =>
  db('offers')
    .whereIn('state', openStates)
    .whereRaw("expires_at between now() and now() + interval '24 hours'")
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .select('id');

const expiresWithinADay = ({ state, expires_at }: OfferRow, now: Date) => {
  const remaining = (expires_at?.getTime() ?? 0) - now.getTime();
  return isOpen(state) && remaining > 0 && remaining <= DAY_MS;
};

/** Looks again under the lock: the offer may have been answered since it was found. */
async function remind(tx: Tx, id: number) {
  const offer = await lockOffer(tx, id);
  if (expiresWithinADay(offer, tx.databaseClock.now())) await expiryReminder(tx, offer);
}

export const remindOfExpiry = job('remind-of-expiry', object({}), async ({ db, transaction }) => {
  let batch = await expiringSoon(db, 0);
  while (batch.length > 0) {
    for (const { id } of batch) await transaction((tx) => remind(tx, id));
    batch = await expiringSoon(db, batch.at(-1)?.id ?? 0);
  }
});
