import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { KeyRefusalRow } from '../../../db/tables';
import type { KeyRefusal } from './contract';

const insertRefusal = statement(
  'count refusal of a key',
  `insert into key_refusals (user_id, day, reason) values ($1, (now() at time zone 'UTC')::date, $2)
       on conflict (user_id, day, reason) do update set count = key_refusals.count + 1, last_at = now()`,
);

export const countRefusal = (db: Knex, keyId: number, reason: KeyRefusalRow['reason']) =>
  insertRefusal(db, [keyId, reason]);

const selectRefusals = statement<Omit<KeyRefusal, 'last_at'> & { last_at: Date }>(
  'refusals of a key',
  `select day::text as day, reason, count, last_at from key_refusals where user_id = $1 order by last_at desc limit 200`,
);

export const refusalsOf = async (db: Knex, keyId: number): Promise<KeyRefusal[]> =>
  (await selectRefusals(db, [keyId])).map((row) => ({ ...row, last_at: row.last_at.toISOString() }));
