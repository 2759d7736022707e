import type { Db } from '../../../db/connection';
import type { ImportPreviewRow } from '../../../db/tables';
import { type Tx, transaction } from '../../../db/transaction';
import { headingOf, type ImportField } from '../columns-contract';
import { columnsOf } from '../import-file';
import type { CsvFile } from '../parsing/csv';
import type { Mapping } from '../parsing/header-mapping';
import { groupKey } from '../problem-key';
import { Refused } from '../refusal';
import { classifyRows } from './classify';
import type { FixAll, Fixes, PreviewChanges } from './contract';
import { Corrections } from './corrections';

/** Stores the mapping and corrections; headings are remembered for the seller's next file. */
export async function applyChanges(
  db: Db,
  preview: ImportPreviewRow,
  file: CsvFile,
  { mapping, fixes = {}, fix_all = [] }: PreviewChanges,
): Promise<ImportPreviewRow> {
  if (mapping && mapping.length !== file.headings.length)
    throw new Refused(422, 'These are not the columns of this file');
  const shared = fix_all.length > 0 ? await spread(db, preview, file, fix_all) : {};
  return transaction(db, async (tx) => {
    const stored = await tx('import_previews').where({ id: preview.id }).forUpdate().first('fixes');
    const mended = new Corrections()
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
    if (mapping) await remember(tx, preview.seller_id, file.headings, mapping);
    return changed ?? preview;
  });
}

/** Applies one correction to every row with the same problem and value. */
async function spread(
  db: Db,
  preview: ImportPreviewRow,
  file: CsvFile,
  all: readonly FixAll[],
): Promise<Fixes> {
  const mapping = (await columnsOf(db, preview, file)).map(({ field }) => field);
  const wanted = new Map(all.map((one) => [`${one.field} ${one.message} ${one.value}`, one.to]));
  const mended = new Corrections();
  for await (const { row, problems } of classifyRows(db, preview.seller_id, file, mapping, preview.fixes))
    for (const { field, message } of problems) {
      const to = field && wanted.get(`${field} ${groupKey(message)} ${row.cells[field] ?? ''}`);
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
