import type { AddressRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { isCollected } from '../contract/shipping-terms';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { type Owner, ownAddress, ownAddresses, ownerColumns } from './queries';
import type { AddressFields } from './schema';

const MAX_ADDRESSES = 50;

/** Changes of one owner's addresses follow each other, so that exactly one is the default. */
const lockOwner = (tx: Tx, { buyer_id, seller_id }: Owner) =>
  buyer_id === null
    ? tx('sellers')
        .where({ id: seller_id ?? 0 })
        .forUpdate()
        .first('id')
    : tx('buyers').where({ id: buyer_id }).forUpdate().first('id');

const columnsOf = ({ default: _isDefault, version: _version, ...fields }: AddressFields) => ({
  ...fields,
  attention: fields.attention ?? null,
  line2: fields.line2 ?? null,
  hours: fields.hours ?? null,
  instructions: fields.instructions ?? null,
});

async function setDefault(tx: Tx, owner: Owner, id: number): Promise<AddressRow> {
  await tx('addresses').where(ownerColumns(owner)).where({ is_default: true }).update({ is_default: false });
  const [row] = await tx('addresses').where({ id }).update({ is_default: true }).returning('*');
  return row as AddressRow;
}

async function lockAddress(tx: Tx, owner: Owner, id: number): Promise<AddressRow> {
  await lockOwner(tx, owner);
  const address = await ownAddress(tx, owner, id);
  if (!address) throw NotFound();
  return address;
}

/** The owner's first address becomes the default. Throws 422 beyond the limit. */
export async function createAddress(tx: Tx, owner: Owner, fields: AddressFields): Promise<AddressRow> {
  await lockOwner(tx, owner);
  const existing = await ownAddresses(tx, owner);
  if (existing.length >= MAX_ADDRESSES) throw Invalid(`You can save up to ${MAX_ADDRESSES} addresses.`);
  const [row] = await tx('addresses')
    .insert({ ...ownerColumns(owner), ...columnsOf(fields) })
    .returning('*');
  const created = row as AddressRow;
  return fields.default || existing.length === 0 ? setDefault(tx, owner, created.id) : created;
}

/** Throws 409 if the address changed since `fields.version`. */
export async function updateAddress(
  tx: Tx,
  owner: Owner,
  id: number,
  fields: AddressFields,
): Promise<AddressRow> {
  const address = await lockAddress(tx, owner, id);
  if (fields.version !== undefined && fields.version < address.version)
    throw Conflict('This address changed. Review it and save again.');
  const [row] = await tx('addresses')
    .where({ id })
    .update({ ...columnsOf(fields), version: address.version + 1, updated_at: tx.fn.now() })
    .returning('*');
  return fields.default ? setDefault(tx, owner, id) : (row as AddressRow);
}

export async function makeDefault(tx: Tx, owner: Owner, id: number): Promise<AddressRow> {
  await lockAddress(tx, owner, id);
  return setDefault(tx, owner, id);
}

async function isCollectedFrom(tx: Tx, { seller_id }: Owner) {
  if (seller_id === null) return false;
  const seller = await tx('sellers').where({ id: seller_id }).first('shipping_terms');
  return seller?.shipping_terms.some(isCollected) ?? false;
}

/** The newest one left becomes the default. Throws 409 for the last location of a seller from whom buyers collect. */
export async function deleteAddress(tx: Tx, owner: Owner, id: number): Promise<undefined> {
  const { is_default } = await lockAddress(tx, owner, id);
  await tx('addresses').where({ id }).update({ deleted_at: new Date(), is_default: false });
  const [newest] = await ownAddresses(tx, owner);
  if (!newest && (await isCollectedFrom(tx, owner)))
    throw Conflict("Buyers collect from this location. Turn off pickup and buyer's carrier first.");
  if (is_default && newest) await setDefault(tx, owner, newest.id);
  return undefined;
}
