import type { Knex } from 'knex';
import { DAY_MS } from '../contract/durations';
import { object } from '../contract/fields';
import { job } from '../jobs/job';
import { SYSTEM } from './history';
import { expiryReminder } from './mailer';
import { end } from './negotiation';
import { openStates } from './state-contract';

const BATCH = 500;

const expired = (db: Knex, now: Date) =>
  db('offers').whereIn('state', openStates).where('expires_at', '<=', now).limit(BATCH).select('id');

export const expireOffers = job('expire-offers', object({}), async ({ db, transaction }) => {
  for (const { id } of await expired(db, new Date())) {
    await transaction((tx) => end(tx, id, 'expire', SYSTEM));
  }
});

const expiringSoon = (db: Knex, after: number) =>
  db('offers')
    .whereIn('state', openStates)
    .whereBetween('expires_at', [new Date(), new Date(Date.now() + DAY_MS)])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .select('id', 'offer_number', 'state', 'buyer_id', 'seller_id', 'expires_at');

export const remindOfExpiry = job('remind-of-expiry', object({}), async ({ db, transaction }) => {
  let batch = await expiringSoon(db, 0);
  while (batch.length > 0) {
    for (const offer of batch) await transaction((tx) => expiryReminder(tx, offer));
    batch = await expiringSoon(db, batch.at(-1)?.id ?? 0);
  }
});
