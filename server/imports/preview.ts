import type { ImportPreviewRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { Conflict, Invalid } from '../http/errors';
import type { Services } from '../services';
import { originalOf } from '../storage/keys';
import { attachFile } from '../storage/uploads';
import { headingOf, type ImportField } from './columns-contract';
import { CSV_TOO_LARGE, MAX_CSV_BYTES } from './contract';
import { Mended } from './fixes';
import { type Mapping, missingFrom } from './headings';
import { startImport } from './import';
import { columnsOf, readableCsv } from './import-file';
import { judge } from './judge';
import type { FixAll, Fixes } from './preview-contract';
import { generally } from './problem-groups';

type Parts = Pick<Services, 'db' | 'store'>;

/** Looks at an upload; nothing is written to products. Again finds the same preview. */
export async function openPreview(
  parts: Parts,
  by: Seller,
  { key, file_name }: { key: string; file_name: string },
): Promise<ImportPreviewRow> {
  return transaction(parts.db, async (tx) => {
    const stored_key = await attachFile(tx, parts, by.id, key, {
      below: MAX_CSV_BYTES,
      tooLarge: CSV_TOO_LARGE,
    });
    const known = await tx('import_previews').where({ key }).first();
    if (known) return known;
    const [preview] = await tx('import_previews')
      .insert({ seller_id: by.seller_id, user_id: by.id, key, stored_key, file_name })
      .returning('*');
    if (!preview) throw new Error('The preview was not written');
    return preview;
  });
}

/** Forgets a preview that led to nothing, with its file. Twice is once. */
export async function discard({ db, store }: Parts, { id }: ImportPreviewRow): Promise<void> {
  await transaction(db, async (tx) => {
    const [gone] = await tx('import_previews').where({ id }).delete().returning(['key', 'stored_key']);
    if (!gone || (await tx('imported_csvs').where({ key: gone.key }).first('id'))) return;
    await store.delete(originalOf(gone.stored_key));
  });
}

interface Changes {
  mapping?: Mapping | undefined;
  fixes?: Fixes | undefined;
  fixAll?: readonly FixAll[] | undefined;
}

/** Keeps what the seller said of columns and cells, and what their own headings mean for the next file. */
export async function changePreview(
  parts: Parts,
  preview: ImportPreviewRow,
  { mapping, fixes = {}, fixAll = [] }: Changes,
): Promise<ImportPreviewRow> {
  const named = mapping?.filter((field) => field !== null) ?? [];
  if (new Set(named).size < named.length) throw Invalid('Two columns cannot fill the same field');
  const headings = mapping ? (await readableCsv(parts.store, preview.stored_key)).headings : [];
  if (mapping && mapping.length !== headings.length) throw Invalid('These are not the columns of this file');
  const shared = fixAll.length > 0 ? await spread(parts, preview, fixAll) : {};
  return transaction(parts.db, async (tx) => {
    // Two windows may mend at once: each adds to what is stored.
    const stored = await tx('import_previews').where({ id: preview.id }).forUpdate().first('fixes');
    const mended = new Mended()
      .addAll(stored?.fixes ?? {})
      .addAll(shared)
      .addAll(fixes);
    const [changed] = await tx('import_previews')
      .where({ id: preview.id })
      .update({
        ...(mapping && { mapping: JSON.stringify(mapping) as never }),
        fixes: JSON.stringify(mended.fixes) as never,
        updated_at: new Date(),
      })
      .returning('*');
    if (mapping) await remember(tx, preview.seller_id, headings, mapping);
    return changed ?? preview;
  });
}

/** One mending, said of every row that has this problem with this very value now. */
async function spread(
  { db, store }: Parts,
  preview: ImportPreviewRow,
  all: readonly FixAll[],
): Promise<Fixes> {
  const file = await readableCsv(store, preview.stored_key);
  const mapping = (await columnsOf(db, preview, file)).map(({ field }) => field);
  const wanted = new Map(all.map((one) => [`${one.field} ${one.message} ${one.value}`, one.to]));
  const mended = new Mended();
  for await (const { row, problems } of judge(db, preview.seller_id, file, mapping, preview.fixes))
    for (const { field, message } of problems) {
      const to = field && wanted.get(`${field} ${generally(message)} ${row.cells[field] ?? ''}`);
      if (field && typeof to === 'string') mended.add(row.line, field, to);
    }
  return mended.fixes;
}

async function remember(tx: Tx, sellerId: number, headings: readonly string[], mapping: Mapping) {
  const said = headings.flatMap((heading, at) => {
    const field = mapping[at];
    return field && heading && headingOf(field) !== heading
      ? [{ seller_id: sellerId, heading: heading.slice(0, 200), field: field as ImportField }]
      : [];
  });
  const once = [...new Map(said.map((one) => [one.heading, one])).values()];
  if (once.length > 0)
    await tx('import_headings').insert(once).onConflict(['seller_id', 'heading']).merge(['field']);
}

/** The import that this preview has led to: the same file, the same columns, the same mended cells. */
export async function commit(parts: Parts, by: Seller, preview: ImportPreviewRow) {
  const file = await readableCsv(parts.store, preview.stored_key);
  const mapping = (await columnsOf(parts.db, preview, file)).map(({ field }) => field);
  const missing = missingFrom(mapping);
  if (missing.includes(headingOf('upc')) || missing.includes(headingOf('name')))
    throw Conflict('Please say which columns hold the UPC and the product’s name first');
  const { key, fixes, file_name } = preview;
  return startImport(parts, by, { key, mapping, fixes, file_name });
}
