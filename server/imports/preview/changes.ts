import type { ImportPreviewRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { InputError } from '../../contract/input-error';
import type { Services } from '../../services';
import { columnsOf } from '../import-file';
import type { CsvFile } from '../parsing/csv-reader';
import type { Mapping } from '../parsing/header-mapping';
import { groupTextOf } from '../problem-texts';
import { headingOf, type ImportField, importFields, isImportField } from '../rules';
import { updateOptionsOf } from '../update-options';
import { classifyFile } from './classify-file';
import type { FixAll, Fixes, PreviewChanges } from './contract';
import { Corrections } from './corrections';

/** Stores the mapping and corrections; headings are remembered for the seller's next file. Throws InputError. */
export async function applyChanges(
  services: Pick<Services, 'config' | 'db' | 'transaction'>,
  preview: ImportPreviewRow,
  file: CsvFile,
  { mapping, header_line, fixes = {}, fix_all = [], ...chosen }: PreviewChanges,
): Promise<ImportPreviewRow> {
  if (header_line !== undefined && header_line !== file.headerLine)
    return moveHeader(services, preview, file, header_line);
  if (mapping && mapping.length !== file.headings.length)
    throw new InputError("These columns don't match the file.");
  const similar = fix_all.length > 0 ? await correctSimilarRows(services, preview, file, fix_all) : {};
  return services.transaction(async (tx) => {
    const changed = await writeChanges(tx, preview.id, { ...(mapping && { mapping }), ...chosen }, [
      similar,
      fixes,
    ]);
    if (mapping) await saveHeadings(tx, preview.seller_id, file.headings, mapping);
    return changed ?? preview;
  });
}

/** The columns are others then: what was chosen for them is dropped. Corrections of values stay with their lines. */
async function moveHeader(
  { transaction }: Pick<Services, 'transaction'>,
  preview: ImportPreviewRow,
  file: CsvFile,
  header_line: number,
): Promise<ImportPreviewRow> {
  if (!file.early.some(({ line }) => line === header_line))
    throw new InputError("Choose one of the file's first rows as the header.");
  return transaction(async (tx) => {
    const [moved] = await tx('import_previews')
      .where({ id: preview.id })
      .update({ header_line, mapping: null, updated_at: tx.fn.now() })
      .returning('*');
    return moved ?? preview;
  });
}

async function writeChanges(
  tx: Tx,
  id: number,
  { mapping, update, units_counted_at }: Omit<PreviewChanges, 'header_line' | 'fixes' | 'fix_all'>,
  added: readonly Fixes[],
) {
  const stored = await tx('import_previews').where({ id }).forUpdate().first('fixes');
  const corrections = new Corrections().addAll(stored?.fixes ?? {});
  for (const fixes of added) corrections.addAll(fixes);
  const columns = mapping && { mapping: JSON.stringify(mapping) as never };
  const updates = update === 'all' ? importFields.filter((field) => field !== 'upc') : update;
  const counted =
    units_counted_at === undefined
      ? {}
      : { units_counted_at: units_counted_at === null ? null : new Date(units_counted_at) };
  const [changed] = await tx('import_previews')
    .where({ id })
    .update({
      ...columns,
      ...(updates && { updates }),
      ...counted,
      fixes: JSON.stringify(corrections.fixes) as never,
      updated_at: tx.fn.now(),
    })
    .returning('*');
  return changed;
}

const cellName = (field: string, group: string, value: string) => `${field} ${group} ${value}`;

/** A group is named by its text (`message`). */
async function correctSimilarRows(
  services: Pick<Services, 'config' | 'db'>,
  preview: ImportPreviewRow,
  file: CsvFile,
  all: readonly FixAll[],
) {
  const mapping = (await columnsOf(services.db, preview, file)).map(({ field }) => field);
  const replacements = new Map(
    all.map(({ field, message, value, to }) => [cellName(field, message, value), to]),
  );
  const corrections = new Corrections();
  const update = await updateOptionsOf(services, preview);
  const options = { sellerId: preview.seller_id, mapping, fixes: preview.fixes, update, isPreview: true };
  for await (const { row, problems } of classifyFile(services, file, options))
    for (const { field, problem } of problems) {
      if (!isImportField(field)) continue;
      const to = replacements.get(cellName(field, groupTextOf(problem), row.cells[field] ?? ''));
      if (to !== undefined) corrections.add(row.line, field, to);
    }
  return corrections.fixes;
}

async function saveHeadings(tx: Tx, sellerId: number, headings: readonly string[], mapping: Mapping) {
  const choices = headings.flatMap((heading, at) => {
    const field = mapping[at];
    return field && heading && headingOf(field) !== heading
      ? [{ seller_id: sellerId, heading: heading.slice(0, 200), field: field as ImportField }]
      : [];
  });
  const unique = [...new Map(choices.map((entry) => [entry.heading, entry])).values()];
  if (unique.length > 0)
    await tx('import_headings').insert(unique).onConflict(['seller_id', 'heading']).merge(['field']);
}
