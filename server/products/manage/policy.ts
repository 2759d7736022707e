import type { Knex } from 'knex';
import type { Seller, Staff } from '../../accounts/policy';
import { writableProduct } from '../policy';
import { missingSteps, type ProductStep, stepNames } from '../rules';

const isStep = (name: string): name is ProductStep => (stepNames as readonly string[]).includes(name);

/** Without a step in the address, the first that misses something. */
export async function writableProductAtStep(
  viewer: Seller | Staff,
  params: { id: number; step?: string },
  services: { db: Knex },
) {
  const { id, step } = params;
  if (step !== undefined && !isStep(step)) return null;
  const product = await writableProduct(viewer, { id }, services);
  return product && { product, step: step ?? missingSteps(product)[0] ?? ('identifiers' as const) };
}
