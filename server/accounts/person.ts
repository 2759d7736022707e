import type { UserRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { Conflict, NotFound } from '../http/errors';
import type { Services } from '../services';
import { lockPerson } from './applications/application';
import { audit } from './audit';
import type { Feature } from './contract';
import { ownerChanged } from './owner-cache';
import type { Staff } from './policy';

interface Corrections {
  full_name?: string | undefined;
  company?: string | undefined;
  kind?: 'buyer' | 'seller' | undefined;
  features?: { shopify?: boolean | undefined; alternate_routes?: boolean | undefined } | undefined;
}

export const correctPerson = (
  { transaction }: Pick<Services, 'transaction'>,
  id: number,
  changes: Corrections,
  by: Staff,
) =>
  transaction(async (tx) => {
    const user = await lockPerson(tx, id);
    if (user.admin) throw NotFound();
    const features = changedFeatures(user.features, changes.features);
    const named = changes.full_name && { full_name: changes.full_name };
    await tx('users')
      .where({ id })
      .update({ features, updated_at: tx.fn.now(), ...named });
    if (changes.company) await rename(tx, user, changes.company);
    if (changes.kind) await changeKind(tx, user, changes.kind);
    const before = { full_name: user.full_name, features: user.features, kind: kindOf(user) };
    ownerChanged(tx, { userId: id });
    await audit(tx, by, 'person.correct', 'user', id, { before, after: changes });
  });

function changedFeatures(current: readonly Feature[], changes: Corrections['features'] = {}): Feature[] {
  const features = new Set(current);
  for (const name of ['shopify', 'alternate_routes'] as const) {
    if (changes[name] === true) features.add(name);
    if (changes[name] === false) features.delete(name);
  }
  return [...features];
}

interface Sides {
  id: number;
  buyer_id: number | null;
  seller_id: number | null;
}

async function rename(tx: Tx, { buyer_id, seller_id }: Sides, name: string) {
  if (buyer_id !== null) await tx('buyers').where({ id: buyer_id }).update({ name });
  if (seller_id !== null) await tx('sellers').where({ id: seller_id }).update({ name });
}

/** Throws 409 once the person has products or offers, which belong to the present kind. */
async function changeKind(tx: Tx, user: Sides & Pick<UserRow, 'is_primary'>, kind: 'buyer' | 'seller') {
  if (kind === kindOf(user)) return;
  if (!user.is_primary || (await hasColleagues(tx, user)))
    throw Conflict("This person's company has other members, so their type can't change.");
  if (await hasTraded(tx, user))
    throw Conflict("This person already has products or offers, so their type can't change.");
  await (kind === 'buyer' ? becomeBuyer(tx, user) : becomeSeller(tx, user));
}

const hasColleagues = async (tx: Tx, { id, buyer_id, seller_id }: Sides) =>
  (await tx('users')
    .where(buyer_id === null ? { seller_id } : { buyer_id })
    .whereNot({ id })
    .first('id')) !== undefined;

const kindOf = ({ buyer_id }: Sides) => (buyer_id === null ? 'seller' : 'buyer');

const hasTraded = async (tx: Tx, { buyer_id, seller_id }: Sides) =>
  (await (buyer_id === null
    ? tx('products')
        .where({ seller_id: seller_id ?? 0 })
        .first('id')
    : tx('offers').where({ buyer_id }).first('id'))) !== undefined;

async function becomeBuyer(tx: Tx, { id, seller_id }: Sides) {
  const seller = await tx('sellers')
    .where({ id: seller_id ?? 0 })
    .first('name', 'category');
  const [buyer] = await tx('buyers')
    .insert({ name: seller?.name ?? '', category: seller?.category ?? 'Other' })
    .returning('id');
  await tx('users')
    .where({ id })
    .update({ seller_id: null, buyer_id: buyer?.id ?? null });
}

async function becomeSeller(tx: Tx, { id, buyer_id }: Sides) {
  const buyer = await tx('buyers')
    .where({ id: buyer_id ?? 0 })
    .first('name', 'category');
  const [seller] = await tx('sellers')
    .insert({ name: buyer?.name ?? '', category: buyer?.category ?? null })
    .returning('id');
  await tx('users')
    .where({ id })
    .update({ buyer_id: null, seller_id: seller?.id ?? null });
}
