import { violates } from '../../db/sql';
import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import { sellerKeepsEvents } from '../accounts/company/events-since';
import { type Person, staff } from '../accounts/policy';
import { REQUIRED } from '../contract/fields';
import { formatUnits } from '../contract/money';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { DELETION, recordChanges } from './changes';
import { changedColumns, type PhotoServices, storedPhotos, withPhotos } from './columns';
import type { ProductInput } from './contract';
import { fieldFaults } from './field-faults';
import { canDelete } from './queries';
import { NO_PHOTO, NO_PRICE, NO_UNITS, UPC_TAKEN } from './rules';
import { recordInitialUnits, setUnits } from './stock';

export const IN_USE = "This product is in an open offer or order, so it can't be deleted";

const KEEPS_EVENTS = sellerKeepsEvents('products.seller_id');

type WatchedProduct = ProductRow & { readonly keeps_events: boolean };

const changeOf = (product: Pick<WatchedProduct, 'id' | 'seller_id' | 'keeps_events'>, by: Person) => ({
  sellerId: product.seller_id,
  productIds: [product.id],
  by: { actor: staff(by) ? 'staff' : 'seller', userId: by.id } as const,
  keepsEvents: product.keeps_events,
});

const lockProduct = async (tx: Tx, id: number): Promise<WatchedProduct> => {
  const product = await tx('products')
    .where({ id, deleted_at: null })
    .forNoKeyUpdate()
    .first('products.*', tx.raw(KEEPS_EVENTS));
  if (!product) throw NotFound();
  return product;
};

/** Lists it at once if it is complete (docs/rules.md#products). Returns its id. */
export async function createProduct(
  services: PhotoServices,
  sellerId: number,
  input: ProductInput,
  by: Person,
) {
  refuse({ ...required(input), ...fieldFaults(input, {}) });
  return withPhotos(services, by.id, input, async (tx, images) => {
    await checkLocation(tx, sellerId, input.location_id);
    const photos = await storedPhotos(tx, images, by.id, null, input);
    const columns = changedColumns(input, photos);
    const product = await insertProduct(tx, sellerId, { ...columns, units: input.units ?? null });
    tx.names(product.id);
    if (input.units) await recordInitialUnits(tx, product.id, input.units, by.id);
    if (isComplete(product)) await tx('products').where({ id: product.id }).update({ provisional: false });
    if (staff(by)) await audit(tx, by, 'create_product', 'product', product.id, { after: columns });
    await tx.events.productChanged(product.id);
    await tx.events.catalogChanged(changeOf(product, by));
    return product.id;
  });
}

type Columns = ReturnType<typeof changedColumns>;

async function insertProduct(tx: Tx, seller_id: number, columns: Columns & Pick<ProductRow, 'units'>) {
  const [product] = (await tx('products')
    .insert({ name: '', upc: '', ...columns, seller_id })
    .returning(['*', tx.raw(KEEPS_EVENTS) as never])
    .catch(whenUpcIsTaken)) as WatchedProduct[];
  if (!product) throw new Error('The product was not written');
  return product;
}

/** A live product stays live: its required fields cannot be cleared. */
export async function updateProduct(services: PhotoServices, id: number, input: ProductInput, by: Person) {
  return withPhotos(services, by.id, input, async (tx, images) => {
    // Copies files before locking the product, so that buyers do not wait for it.
    const shown = await tx('products').where({ id, deleted_at: null }).first();
    if (!shown) throw NotFound();
    await checkLocation(tx, shown.seller_id, input.location_id);
    const photos = await storedPhotos(tx, images, by.id, shown, input);
    const product = await lockProduct(tx, id);
    if (isStale(input, product)) throw Conflict(PRODUCT_CHANGED);
    refuse({ ...clearedFaults(input, product), ...fieldFaults(input, product) });
    const stale = staleUnits(input, product);
    if (stale) throw Conflict(stale);
    const columns = changedColumns(input, photos);
    await writeColumns(tx, product, columns, input.units);
    if (input.units) await setUnits(tx, id, input.units, product.units === null ? 'initial' : 'edit', by.id);
    await noteEdit(tx, by, product, { ...columns, ...(input.units && { units: input.units }) });
    await tx.events.productChanged(id);
    await tx.events.catalogChanged(changeOf(product, by));
  });
}

export const NOT_A_LOCATION = 'Choose one of your locations';

/** Throws 422 for foreign and deleted addresses. null stands for the default location. */
export async function checkLocation(tx: Tx, sellerId: number, locationId: number | null | undefined) {
  if (locationId === null || locationId === undefined) return;
  const location = await tx('addresses')
    .where({ id: locationId, seller_id: sellerId })
    .whereNull('deleted_at')
    .first('id');
  if (!location) throw Invalid(NOT_A_LOCATION, { location_id: [NOT_A_LOCATION] });
}

/** The product has a later version than the client read. */
export const isStale = ({ version }: Pick<ProductInput, 'version'>, product: ProductRow) =>
  typeof version === 'number' && version < product.version;

export const PRODUCT_CHANGED = 'This product changed. Review the latest version.';

/** What to say where units were sold since the client read them; else null. */
export const staleUnits = ({ units, old_units }: ProductInput, product: ProductRow) =>
  units && typeof old_units === 'bigint' && old_units !== product.units
    ? `Stock changed to ${formatUnits(product.units ?? 0n)} units. Check the quantity and save again.`
    : null;

async function writeColumns(tx: Tx, product: ProductRow, columns: Columns, units: ProductInput['units']) {
  const merged: ProductRow = { ...product, ...columns, units: units ?? product.units };
  await tx('products')
    .where({ id: product.id })
    .update({
      ...columns,
      provisional: product.provisional && !isComplete(merged),
      provisional_errors: errorsLeft(merged),
      version: product.version + 1,
      updated_at: tx.fn.now(),
    })
    .catch(whenUpcIsTaken);
}

/** Frees its UPC. Throws 409 while it is in use. */
export const removeProduct = (services: PhotoServices, id: number, by: Person) =>
  services.transaction(async (tx) => {
    const product = await lockProduct(tx, id);
    if (!(await canDelete(tx, id))) throw Conflict(IN_USE);
    await tx('products').where({ id }).update({ deleted_at: tx.fn.now(), updated_at: tx.fn.now() });
    await recordChanges(tx, [{ product_id: id, ...DELETION }], originOf(by));
    if (staff(by)) await audit(tx, by, 'delete_product', 'product', id, { before: { name: product.name } });
    await tx.events.productChanged(id);
    await tx.events.catalogChanged(changeOf(product, by));
  });

/** Requirements for publishing (docs/rules.md#products) and their messages. */
const requiredFields = {
  name: REQUIRED,
  upc: REQUIRED,
  photo_1: NO_PHOTO,
  msrp_cents: NO_PRICE,
  wholesale_cents: NO_PRICE,
  seller_price_cents: NO_PRICE,
} as const;

type RequiredField = keyof typeof requiredFields;
type Publishable = Pick<ProductRow, RequiredField | 'units' | 'provisional_errors'>;

const isMissing = (value: unknown) => value === null || value === undefined || value === '';

function missingFor(product: Pick<ProductRow, RequiredField>): Record<string, string> {
  const fields = Object.entries(requiredFields) as [RequiredField, string][];
  return Object.fromEntries(fields.filter(([field]) => isMissing(product[field])));
}

/** Import problems of fields that are still empty, units among them (docs/rules.md#products). */
export const errorsLeft = (product: Publishable): Record<string, string> =>
  Object.fromEntries(
    Object.entries(product.provisional_errors).filter(([field]) =>
      isMissing((product as unknown as Record<string, unknown>)[field]),
    ),
  );

export const isComplete = (product: Publishable) =>
  Object.keys(missingFor(product)).length === 0 && Object.keys(errorsLeft(product)).length === 0;

function clearingFault(field: string, product: Pick<ProductRow, 'provisional' | 'units'>) {
  if (field === 'name' || field === 'upc') return REQUIRED;
  if (field === 'units') return product.units === null ? null : NO_UNITS;
  if (product.provisional) return null;
  return field in requiredFields ? requiredFields[field as RequiredField] : null;
}

type Faults = Record<string, string>;

function refuse(faults: Faults) {
  const fields = Object.entries(faults);
  if (fields.length === 0) return;
  throw Invalid(
    fields.map(([, message]) => message),
    Object.fromEntries(fields.map(([field, message]) => [field, [message]])),
  );
}

function required({ name = null, upc = null }: ProductInput): Faults {
  const faults = missingFor({ ...NO_PRODUCT, name: name ?? '', upc: upc ?? '' });
  return Object.fromEntries(Object.entries(faults).filter(([field]) => field === 'name' || field === 'upc'));
}

const NO_PRODUCT = { photo_1: null, msrp_cents: null, wholesale_cents: null, seller_price_cents: null };

export const clearedFaults = (input: ProductInput, product: ProductRow): Faults =>
  Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => {
      const fault = value === null ? clearingFault(field, product) : null;
      return fault === null ? [] : [[field, fault]];
    }),
  );

function whenUpcIsTaken(error: unknown): never {
  if (violates(error, 'products_upc_taken')) throw Invalid(UPC_TAKEN, { upc: [UPC_TAKEN] });
  throw error;
}

const originOf = (by: Person) =>
  ({ source: staff(by) ? 'staff' : 'form', sourceId: null, userId: by.id }) as const;

async function noteEdit(tx: Tx, by: Person, product: ProductRow, after: Partial<ProductRow>) {
  await recordChanges(tx, [{ product_id: product.id, before: product, after }], originOf(by));
  if (!staff(by)) return;
  const before = Object.fromEntries(
    Object.keys(after).map((field) => [field, (product as unknown as Record<string, unknown>)[field]]),
  );
  await audit(tx, by, 'update_product', 'product', product.id, { before, after });
}
