import type { Knex } from 'knex';
import type { SellerRow } from '../../db/tables';

export const sellerById = (db: Knex, id: number): Promise<SellerRow | undefined> =>
  db('sellers').where({ id }).first();
