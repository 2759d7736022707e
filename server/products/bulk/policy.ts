import type { Knex } from 'knex';
import type { Seller } from '../../accounts/policy';

export const ownBulkChange = ({ seller_id }: Seller, { id }: { id: number }, { db }: { db: Knex }) =>
  db('bulk_changes').where({ id, seller_id }).first();
