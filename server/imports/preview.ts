import type { Db } from '../../db/connection';
import type { ImportPreviewRow, ProductRow } from '../../db/tables';
import { transaction } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { Conflict, Invalid } from '../http/errors';
import type { Services } from '../services';
import { attachFile } from '../storage/uploads';
import { type ChunkRow, isRejected, repeatedUpc } from './chunk';
import { headingOf, type ImportField } from './columns-contract';
import {
  CSV_TOO_LARGE,
  type Fixes,
  MAX_CSV_BYTES,
  type Preview,
  type PreviewProblem,
  type PreviewRow,
  type RowStatus,
} from './contract';
import { type Mapping, missingFrom, type Recognised, recognise } from './headings';
import { startImport } from './import';
import { knownProduct } from './known';
import { type Known, type Merged, merge } from './merge';
import { type CsvFile, openCsv, UnreadableFile } from './rows';
import { chunksOf, csvBytes } from './run';

type Parts = Pick<Services, 'db' | 'store'>;

const MOST_ROWS = 200;
const MOST_GROUPS = 100;
const SAMPLES = 3;

/** Looks at an upload; nothing is written to products. Again finds the same preview. */
export async function openPreview(parts: Parts, by: Seller, key: string): Promise<ImportPreviewRow> {
  return transaction(parts.db, async (tx) => {
    const stored_key = await attachFile(tx, parts, by.id, key, {
      below: MAX_CSV_BYTES,
      tooLarge: CSV_TOO_LARGE,
    });
    const known = await tx('import_previews').where({ key }).first();
    if (known) return known;
    const [preview] = await tx('import_previews')
      .insert({ seller_id: by.seller_id, user_id: by.id, key, stored_key })
      .returning('*');
    if (!preview) throw new Error('The preview was not written');
    return preview;
  });
}

/** For those who cannot go on without the file. */
const opened = async (store: Parts['store'], { stored_key }: ImportPreviewRow): Promise<CsvFile> => {
  try {
    return await openCsv(await csvBytes(store, stored_key));
  } catch (error) {
    throw error instanceof UnreadableFile ? Conflict(error.message) : error;
  }
};

/** Keeps what the seller said of columns and cells, and what their own headings mean for the next file. */
export async function changePreview(
  { db, store }: Parts,
  preview: ImportPreviewRow,
  { mapping, fixes }: { mapping?: Mapping | undefined; fixes?: Fixes | undefined },
): Promise<ImportPreviewRow> {
  const named = mapping?.filter((field) => field !== null) ?? [];
  if (new Set(named).size < named.length) throw Invalid('Two columns cannot fill the same field');
  const headings = mapping ? (await opened(store, preview)).headings : [];
  if (mapping && mapping.length !== headings.length) throw Invalid('These are not the columns of this file');
  return transaction(db, async (tx) => {
    const [changed] = await tx('import_previews')
      .where({ id: preview.id })
      .update({
        ...(mapping && { mapping: JSON.stringify(mapping) as never }),
        ...(fixes && { fixes: JSON.stringify({ ...preview.fixes, ...fixes }) as never }),
        updated_at: new Date(),
      })
      .returning('*');
    const said = headings.flatMap((heading, at) => {
      const field = mapping?.[at];
      return field && heading && headingOf(field) !== heading
        ? [{ seller_id: preview.seller_id, heading: heading.slice(0, 200), field }]
        : [];
    });
    const once = [...new Map(said.map((one) => [one.heading, one])).values()];
    if (once.length > 0)
      await tx('import_headings').insert(once).onConflict(['seller_id', 'heading']).merge(['field']);
    return changed ?? preview;
  });
}

/** The import that this preview has led to: the same file, the same columns, the same mended cells. */
export async function commit(parts: Parts, by: Seller, preview: ImportPreviewRow) {
  const file = await opened(parts.store, preview);
  const mapping = (await columnsOf(parts.db, preview, file)).map(({ field }) => field);
  const missing = missingFrom(mapping);
  if (missing.includes(headingOf('upc')) || missing.includes(headingOf('name')))
    throw Conflict('Please say which columns hold the UPC and the product’s name first');
  return startImport(parts, by, { key: preview.key, mapping, fixes: preview.fixes });
}

interface Column extends Omit<Recognised, 'by'> {
  by: Recognised['by'] | 'chosen';
}

async function columnsOf(db: Db, preview: ImportPreviewRow, file: CsvFile): Promise<Column[]> {
  if (preview.mapping)
    return preview.mapping.map((field) => ({
      field: field as ImportField | null,
      by: field === null ? null : 'chosen',
    }));
  const said = await db('import_headings').where({ seller_id: preview.seller_id }).select('heading', 'field');
  return recognise(file.headings, new Map(said.map(({ heading, field }) => [heading, field])));
}

/** A row, how it would end, and the texts of its cells: for the screen and for the list of refused rows. */
export interface Judged {
  row: ChunkRow;
  status: RowStatus;
  merged: Merged | null;
  problems: PreviewProblem[];
}

async function knownByUpc(db: Db, sellerId: number, rows: readonly ChunkRow[]) {
  const upcs = rows.filter((row) => !isRejected(row)).map(({ upc }) => upc);
  const { rows: found } = await db.raw<{ rows: ProductRow[] }>(
    'select * from products where seller_id = ? and upc = any(?) and deleted_at is null',
    [sellerId, upcs],
  );
  return found;
}

/** Every row as the import would end it now. */
export async function* judge(
  db: Db,
  sellerId: number,
  file: CsvFile,
  mapping: Mapping,
  fixes: Fixes,
): AsyncGenerator<Judged> {
  const states = new Map<string, Known>();
  for await (const rows of chunksOf(file, mapping, fixes)) {
    for (const product of await knownByUpc(db, sellerId, rows))
      if (!states.has(product.upc)) states.set(product.upc, knownProduct(product));
    for (const row of rows) yield judged(row, states);
  }
}

function judged(row: ChunkRow, states: Map<string, Known>): Judged {
  const problem = (kind: PreviewProblem['kind'], field: ImportField, message: string): PreviewProblem => ({
    kind,
    field,
    line: row.line,
    column: headingOf(field),
    value: (row.cells[field] ?? '').slice(0, 200),
    message,
  });
  if (isRejected(row)) {
    const problems = Object.entries(row.rejected).map(([field, message]) =>
      problem('refused', field as ImportField, message),
    );
    return { row, status: 'refused', merged: null, problems };
  }
  const merged = merge(states.get(row.upc) ?? null, row);
  states.set(row.upc, merged.after);
  const problems = [
    ...Object.entries(merged.errors).map(([field, message]) =>
      problem('incomplete', field as ImportField, message),
    ),
    ...(row.earlierLine ? [problem('warning', 'upc', repeatedUpc(row.earlierLine))] : []),
    ...merged.warnings.map(({ field, message }) => problem('warning', field, message)),
  ];
  const ends = { created: 'new', updated: 'changed', unchanged: 'unchanged' } as const;
  return { row, status: merged.provisional ? 'incomplete' : ends[merged.outcome], merged, problems };
}

const changesOf = ({ status, merged, row }: Judged) =>
  merged && (status === 'changed' || merged.outcome === 'updated')
    ? Object.keys(merged.input).map((field) => ({
        column: headingOf(field),
        value: (row.cells[field as ImportField] ?? '').slice(0, 200),
      }))
    : [];

const NOBODY: Record<RowStatus, number> = { new: 0, changed: 0, unchanged: 0, incomplete: 0, refused: 0 };

/** What importing this file would do (contract section 7, Import). */
export async function describe({ db, store }: Parts, preview: ImportPreviewRow): Promise<Preview> {
  const { id, key, fixes } = preview;
  const nothing: Preview = {
    id,
    key,
    columns: [],
    mapping: [],
    missing: [],
    counts: { ...NOBODY },
    groups: [],
    rows: [],
    fixes,
    error: null,
  };
  try {
    const file = await openCsv(await csvBytes(store, preview.stored_key));
    const columns = await columnsOf(db, preview, file);
    const mapping = columns.map(({ field }) => field);
    const samples = file.headings.map((): string[] => []);
    let looked = 0;
    for await (const { cells } of file.rows()) {
      cells.forEach((cell, at) => {
        const known = samples[at];
        if (known && known.length < SAMPLES && cell.trim() !== '') known.push(cell.trim().slice(0, 80));
      });
      if (++looked >= 50) break;
    }
    const counts = { ...NOBODY };
    const groups = new Map<string, Preview['groups'][number]>();
    const troubled: PreviewRow[] = [];
    const changed: PreviewRow[] = [];
    for await (const one of judge(db, preview.seller_id, file, mapping, fixes)) {
      counts[one.status]++;
      for (const { column, message, kind } of one.problems) {
        const name = `${kind} ${column} ${message}`;
        const group = groups.get(name) ?? { column, message, kind, count: 0 };
        group.count++;
        if (groups.size < MOST_GROUPS || groups.has(name)) groups.set(name, group);
      }
      const list = one.problems.length > 0 ? troubled : one.status === 'changed' ? changed : null;
      if (!list || list.length >= MOST_ROWS) continue;
      const { line, upc, name } = one.row;
      list.push({ line, status: one.status, upc, name, changes: changesOf(one), problems: one.problems });
    }
    return {
      ...nothing,
      columns: columns.map(({ field, by }, at) => ({
        heading: file.headings[at] ?? '',
        samples: samples[at] ?? [],
        field,
        by,
      })),
      mapping: [...mapping],
      missing: missingFrom(mapping),
      counts,
      groups: [...groups.values()].sort((a, b) => b.count - a.count),
      rows: [...troubled, ...changed].slice(0, MOST_ROWS),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ...nothing, error: error.message };
  }
}

/** The columns of a preview, for whoever goes through its rows. */
export async function openJudged({ db, store }: Parts, preview: ImportPreviewRow) {
  const file = await opened(store, preview);
  const mapping = (await columnsOf(db, preview, file)).map(({ field }) => field);
  return judge(db, preview.seller_id, file, mapping, preview.fixes);
}
