import type { Knex } from 'knex';
import type { Buyer } from '../accounts/policy';

/** Another buyer's is 404. */
export const ownWantList = ({ buyer_id }: Buyer, { id }: { id: number }, { db }: { db: Knex }) =>
  db('want_lists').where({ id, buyer_id }).first('id', 'name');

export const ownWant = ({ buyer_id }: Buyer, { id }: { id: number }, { db }: { db: Knex }) =>
  db('wants').where({ id, buyer_id }).first('id');
