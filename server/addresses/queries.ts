import type { Knex } from 'knex';
import type { AddressRow, FrozenAddress } from '../../db/tables';
import type { Buyer, Seller } from '../accounts/policy';

export type Owner = Buyer | Seller;

export const ownerColumns = ({ buyer_id, seller_id }: Owner) =>
  buyer_id === null ? { seller_id } : { buyer_id };

const current = (db: Knex, owner: Owner) =>
  db('addresses').where(ownerColumns(owner)).whereNull('deleted_at');

/** The default first, then the newest. */
export const ownAddresses = (db: Knex, owner: Owner): Promise<AddressRow[]> =>
  current(db, owner).orderBy([
    { column: 'is_default', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);

/** For staff, who act in the buyer's place on an order. */
export const addressOfBuyer = (db: Knex, buyer_id: number, id: number): Promise<AddressRow | undefined> =>
  db('addresses').where({ id, buyer_id }).whereNull('deleted_at').first();

export const ownAddress = (db: Knex, owner: Owner, id: number): Promise<AddressRow | undefined> =>
  current(db, owner).where({ id }).first();

const COLUMNS = [
  'company',
  'attention',
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
  'phone',
  'dock',
  'appointment',
  'hours',
  'instructions',
] as const satisfies readonly (keyof FrozenAddress)[];

/** SQL: the copy of an address that offers and orders keep. */
export const FROZEN_ADDRESS = `jsonb_build_object(${COLUMNS.map((column) => `'${column}', ${column}`).join(', ')})`;

export const freeze = (address: FrozenAddress | AddressRow): FrozenAddress =>
  Object.fromEntries(COLUMNS.map((column) => [column, address[column]])) as unknown as FrozenAddress;
