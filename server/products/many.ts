import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { changedColumns } from './columns';
import { type PhotoField, photoFields, priceIsAboveMsrp } from './form-contract';
import type { ProductInput } from './input-contract';
import { isPhotoAddress } from './photo-contract';
import { errorsLeft, isComplete } from './publishing';
import { setUnitsOfMany } from './stock';

/** A product as a file describes it: what of it is good, and field → message for what is not. */
export interface ImportedProduct {
  readonly input: ProductInput & { readonly name: string; readonly upc: string };
  readonly errors: Readonly<Record<string, string>>;
}

export interface WrittenProduct {
  readonly id: number;
  readonly upc: string;
  readonly provisional: boolean;
}

/** Files carry addresses; uploads are attached one by one, by people. */
function addressesIn(input: ProductInput) {
  const photos: Partial<Pick<ProductRow, PhotoField>> = {};
  for (const field of photoFields) {
    const address = input[field];
    if (address && isPhotoAddress(address)) photos[field] = address;
  }
  return photos;
}

const EMPTY: Omit<ProductRow, 'id' | 'seller_id'> = {
  name: '',
  upc: '',
  sku: null,
  asin: null,
  style_number: null,
  category: 'other category',
  description: '',
  photo_1: null,
  photo_2: null,
  photo_3: null,
  photo_4: null,
  photo_5: null,
  msrp_cents: null,
  wholesale_cents: null,
  seller_price_cents: null,
  percent_off_msrp: null,
  units: null,
  min_order_units: null,
  gender: 'unisex',
  seller_size: null,
  expiration_date: null,
  length: null,
  width: null,
  height: null,
  weight: null,
  weight_unit: 'lbs',
  packaging_type: 'retail_ready',
  inner_count: null,
  inner_quantity: null,
  outer_quantity: null,
  provisional: true,
  provisional_errors: {},
  version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
  deleted_at: null,
};

/**
 * New products of a seller, at most a few hundred, in two round trips. A UPC that the seller already has is left
 * alone, and so not among the answers. Whatever still has an error stays provisional.
 */
export async function createMany(
  tx: Tx,
  sellerId: number,
  products: readonly ImportedProduct[],
  userId: number | null,
): Promise<WrittenProduct[]> {
  if (products.length === 0) return [];
  const rows = products.map(({ input, errors }) => {
    const columns = changedColumns(input, addressesIn(input));
    const whole = { ...EMPTY, ...columns, units: input.units ?? null, provisional_errors: { ...errors } };
    return {
      ...columns,
      seller_id: sellerId,
      name: input.name,
      upc: input.upc,
      provisional: !isComplete(whole),
      provisional_errors: errorsLeft(whole),
    };
  });
  const written = await tx('products')
    .insert(rows)
    .onConflict(tx.raw('(seller_id, upc) where deleted_at is null') as never)
    .ignore()
    .returning(['id', 'upc', 'provisional']);
  const unitsOf = new Map(products.map(({ input }) => [input.upc, input.units]));
  const stock = written.flatMap(({ id, upc }) => {
    const units = unitsOf.get(upc);
    return units ? [{ product_id: id, units }] : [];
  });
  if (stock.length > 0) await setUnitsOfMany(tx, stock, 'import', userId);
  return written;
}

const isEmpty = (field: string, value: unknown) =>
  value === null || value === '' || (field === 'category' && value === 'other category');

/**
 * What of the input the product does not have yet: nothing that is there is written over. A price that does not go
 * with the one that is there stays out, too.
 */
export function missingFrom(product: ProductRow, input: ProductInput): ProductInput {
  const stored = product as unknown as Record<string, unknown>;
  const missing: ProductInput = Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => value !== null && value !== undefined && isEmpty(field, stored[field]),
    ),
  );
  const { msrp_cents = product.msrp_cents, seller_price_cents = product.seller_price_cents } = missing;
  if (!priceIsAboveMsrp(seller_price_cents, msrp_cents)) return missing;
  const { msrp_cents: _msrp, seller_price_cents: _asking, ...rest } = missing;
  return rest;
}

/**
 * Fills what known products of the seller have empty. Answers those that something was added to. Products are
 * locked in id order, as in a sale.
 */
export async function fillMany(
  tx: Tx,
  sellerId: number,
  products: readonly ImportedProduct[],
  userId: number | null,
): Promise<WrittenProduct[]> {
  const byUpc = new Map(products.map((product) => [product.input.upc, product]));
  const known = await tx('products')
    .where({ seller_id: sellerId, deleted_at: null })
    .whereIn('upc', [...byUpc.keys()])
    .orderBy('id')
    .forNoKeyUpdate();
  const filled: WrittenProduct[] = [];
  const stock: { product_id: number; units: bigint }[] = [];
  for (const product of known) {
    const imported = byUpc.get(product.upc);
    const input = imported ? missingFrom(product, imported.input) : {};
    if (Object.keys(input).length === 0) continue;
    const columns = changedColumns(input, addressesIn(input));
    const merged: ProductRow = { ...product, ...columns, units: input.units ?? product.units };
    const provisional = product.provisional && !isComplete(merged);
    await tx('products')
      .where({ id: product.id })
      .update({
        ...columns,
        provisional,
        provisional_errors: errorsLeft(merged),
        version: product.version + 1,
        updated_at: new Date(),
      });
    if (input.units) stock.push({ product_id: product.id, units: input.units });
    filled.push({ id: product.id, upc: product.upc, provisional });
  }
  if (stock.length > 0) await setUnitsOfMany(tx, stock, 'import', userId);
  return filled;
}
