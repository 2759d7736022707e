import type { Tx } from '../../db/transaction';
import { Conflict, NotFound } from '../http/errors';
import type { Services } from '../services';
import { lockPerson } from './applications/application';
import { audit } from './audit';
import type { Feature } from './contract';
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
    const features = new Set<Feature>(user.features);
    for (const name of ['shopify', 'alternate_routes'] as const) {
      const enabled = changes.features?.[name];
      if (enabled === true) features.add(name);
      if (enabled === false) features.delete(name);
    }
    await tx('users')
      .where({ id })
      .update({
        features: [...features],
        updated_at: new Date(),
        ...(changes.full_name && { full_name: changes.full_name }),
      });
    if (changes.company) await rename(tx, user, changes.company);
    if (changes.kind) await changeKind(tx, user, changes.kind);
    await audit(tx, by, 'person.correct', 'user', id, {
      before: {
        full_name: user.full_name,
        features: user.features,
        kind: user.buyer_id === null ? 'seller' : 'buyer',
      },
      after: changes,
    });
  });

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
async function changeKind(tx: Tx, user: Sides, kind: 'buyer' | 'seller') {
  if (kind === (user.buyer_id === null ? 'seller' : 'buyer')) return;
  const traded =
    user.buyer_id === null
      ? await tx('products')
          .where({ seller_id: user.seller_id ?? 0 })
          .first('id')
      : await tx('offers').where({ buyer_id: user.buyer_id }).first('id');
  if (traded) throw Conflict('This person has traded already and stays what they are');
  if (user.buyer_id === null) {
    const seller = await tx('sellers')
      .where({ id: user.seller_id ?? 0 })
      .first('name', 'category');
    const [buyer] = await tx('buyers')
      .insert({ name: seller?.name ?? '', category: seller?.category ?? 'Other' })
      .returning('id');
    await tx('users')
      .where({ id: user.id })
      .update({ seller_id: null, buyer_id: buyer?.id ?? null });
    return;
  }
  const buyer = await tx('buyers').where({ id: user.buyer_id }).first('name', 'category');
  const [seller] = await tx('sellers')
    .insert({ name: buyer?.name ?? '', category: buyer?.category ?? null })
    .returning('id');
  await tx('users')
    .where({ id: user.id })
    .update({ buyer_id: null, seller_id: seller?.id ?? null });
}
