import { idsOf } from '../../db/rows';
import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { sellerKeepsEvents } from '../accounts/company/events-since';
import { toJson } from '../contract/json';
import { recordChanges } from './changes';
import { changedColumns, productColumns } from './columns';
import type { ProductInput } from './contract';
import { productDefaults } from './defaults';
import { photoFields } from './rules';

export interface BulkProduct {
  input: ProductInput;
  provisional: boolean;
  provisional_errors: Record<string, string>;
}

const COLUMNS = productColumns.join(', ');

function columnsOf(input: ProductInput) {
  const photos = Object.fromEntries(
    photoFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  );
  return changedColumns(input, photos);
}

function rowOf({ input, provisional, provisional_errors }: BulkProduct) {
  const columns: Record<string, unknown> = { ...columnsOf(input) };
  // A JSON document holds 64-bit numbers only in the named fields.
  for (const [column, value] of Object.entries(columns))
    if (typeof value === 'bigint') columns[column] = String(value);
  return {
    ...columns,
    ...(typeof input.units === 'bigint' && { units: String(input.units) }),
    provisional,
    provisional_errors,
  };
}

export async function productsWithUpc(
  tx: Tx,
  sellerId: number,
  upcs: readonly string[],
): Promise<Map<string, ProductRow>> {
  const { rows } = await tx.raw<{ rows: ProductRow[] }>(
    `select * from products where seller_id = ? and upc = any(?) and deleted_at is null
      order by id for no key update`,
    [sellerId, [...upcs]],
  );
  return new Map(rows.map((row) => [row.upc, row]));
}

const CREATE = `with made as (
    insert into products (seller_id, units, provisional, provisional_errors, ${COLUMNS})
    select cast(:seller as int), units, provisional, provisional_errors, ${COLUMNS}
      from jsonb_populate_recordset(null::products, cast(:rows as jsonb))
    returning id, upc, units
  ), noted as (
    insert into stock_movements (product_id, units, reason, user_id)
    select id, units, :reason, cast(:user as int) from made where units > 0 order by id
  )
  select id, upc, ${sellerKeepsEvents('cast(:seller as int)')} from made`;

/**
 * Returns UPC → id. Throws the violation of products_upc_taken after a concurrent insert.
 * Triggers (listings_after_insert, listings_after_update in db/schema.sql) keep `listings`, which search reads.
 */
export async function createMany(
  tx: Tx,
  sellerId: number,
  products: readonly BulkProduct[],
  userId: number,
  reason: 'import' | 'initial' = 'import',
): Promise<Map<string, number>> {
  if (products.length === 0) return new Map();
  const { rows } = await tx.raw<{ rows: (Written & { upc: string })[] }>(CREATE, {
    seller: sellerId,
    user: userId,
    reason,
    rows: toJson(products.map((product) => ({ ...productDefaults, ...rowOf(product) }))),
  });
  await publishWritten(tx, sellerId, rows, userId);
  return new Map(rows.map(({ id, upc }) => [upc, id]));
}

// In one update: another one of the same rows, for the units, cost half an import. The clock as in setUnitsOfMany.
const FILL = `with given as materialized (
    select * from jsonb_populate_recordset(null::products, cast(:rows as jsonb))
  ), filled as (
    update products
       set ${productColumns.map((column) => `${column} = coalesce(given.${column}, products.${column})`).join(', ')},
           units = coalesce(given.units, products.units),
           counted_at = case when given.units is null then products.counted_at
                             else coalesce(cast(:counted_at as timestamptz), clock_timestamp()) end,
           provisional = given.provisional, provisional_errors = given.provisional_errors,
           version = products.version + 1, updated_at = now()
      from given
     where products.id = given.id
    returning products.id
  ), noted as (
    insert into stock_movements (product_id, units, reason, user_id)
    select id, given.units - coalesce(before.units, 0), :reason, cast(:user as int)
      from given
      join products before using (id)
     where given.units <> coalesce(before.units, 0)
     order by id
  )
  select id, ${sellerKeepsEvents('cast(:seller as int)')} from filled`;

interface Written {
  readonly id: number;
  readonly keeps_events: boolean;
}

const publishWritten = async (tx: Tx, sellerId: number, rows: readonly Written[], userId: number) =>
  tx.events.catalogChanged({
    sellerId,
    productIds: idsOf(rows),
    by: { actor: 'seller', userId },
    keepsEvents: rows.some(({ keeps_events }) => keeps_events),
  });

export interface FilledProduct extends BulkProduct {
  /** As it is locked. */
  readonly before: ProductRow;
}

interface FillOptions {
  readonly source: 'import' | 'undo';
  readonly importId: number;
  readonly userId: number;
  /** For which moment the units are; null for this one. */
  readonly countedAt: Date | null;
}

/** The products must be locked. */
export async function fillMany(
  tx: Tx,
  sellerId: number,
  products: readonly FilledProduct[],
  { source, importId, userId, countedAt }: FillOptions,
): Promise<void> {
  if (products.length === 0) return;
  const { rows } = await tx.raw<{ rows: Written[] }>(FILL, {
    seller: sellerId,
    rows: toJson(products.map((product) => ({ id: product.before.id, ...rowOf(product) }))),
    reason: source === 'import' ? 'import' : 'edit',
    user: userId,
    counted_at: countedAt,
  });
  await recordChanges(tx, products.map(changeOf), { source, sourceId: importId, userId });
  for (const { before } of products) await tx.events.productChanged(before.id);
  await publishWritten(tx, sellerId, rows, userId);
}

const changeOf = ({ before, input }: FilledProduct) => ({
  product_id: before.id,
  before,
  after: { ...columnsOf(input), units: input.units },
});

const SET = `update products
    set ${productColumns.map((column) => `${column} = given.${column}`).join(', ')},
        provisional = given.provisional, provisional_errors = given.provisional_errors,
        version = products.version + 1, updated_at = now()
   from jsonb_populate_recordset(null::products, cast(:rows as jsonb)) as given
  where products.id = given.id`;

const asJson = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** The locked products as they shall be, but for their units. */
export async function setMany(tx: Tx, products: readonly ProductRow[]): Promise<void> {
  if (products.length === 0) return;
  const rows = products.map((product) => {
    const columns = product as unknown as Readonly<Record<string, unknown>>;
    const { id, provisional, provisional_errors } = product;
    const own = productColumns.map((column) => [column, asJson(columns[column])]);
    return { ...Object.fromEntries(own), id, provisional, provisional_errors };
  });
  await tx.raw(SET, { rows: JSON.stringify(rows) });
}

/** The locked products, of which none is in use. */
export async function deleteMany(tx: Tx, ids: readonly number[]): Promise<void> {
  const now = tx.fn.now();
  await tx('products')
    .whereIn('id', [...ids])
    .update({ deleted_at: now, updated_at: now });
}
