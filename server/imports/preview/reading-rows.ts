import type { Db } from '../../../db/connection';
import { type GridPage, type GridRow, ROWS_PER_PAGE, type RowList, rowLists } from './contract';

/** Rows beyond are counted, not shown: eight of the largest files. */
const MAX_STORED_CHARACTERS = 32_000_000;
/** Bounds one insert, whose rows are held in memory. */
const MAX_PENDING_CHARACTERS = 1_000_000;

interface StoredPage {
  reading_id: number;
  list: RowList;
  page: number;
  rows: string;
}

/** Writes the rows of a reading in pages, which clients see once the reading is done. */
export class ReadingRows {
  readonly totals = Object.fromEntries(rowLists.map((list) => [list, 0])) as Record<RowList, number>;
  readonly #pages = new Map<RowList, string[]>();
  #full: StoredPage[] = [];
  #pendingCharacters = 0;
  #storedCharacters = 0;

  constructor(
    private readonly db: Db,
    private readonly readingId: number,
  ) {}

  /** Removes what an attempt that failed has left. */
  async start() {
    await this.db('import_reading_rows').where({ reading_id: this.readingId }).delete();
  }

  async add(lists: readonly RowList[], row: GridRow) {
    const text = JSON.stringify(row);
    this.#storedCharacters += text.length * lists.length;
    if (this.#storedCharacters > MAX_STORED_CHARACTERS) return;
    for (const list of lists) this.#addTo(list, text);
    if (this.#pendingCharacters > MAX_PENDING_CHARACTERS) await this.#write();
  }

  async end() {
    for (const list of this.#pages.keys()) this.#closePage(list);
    await this.#write();
  }

  #addTo(list: RowList, text: string) {
    const rows = this.#pages.get(list) ?? [];
    this.#pages.set(list, rows);
    rows.push(text);
    this.totals[list]++;
    if (rows.length === ROWS_PER_PAGE) this.#closePage(list);
  }

  #closePage(list: RowList) {
    const rows = `[${this.#pages.get(list)?.join(',')}]`;
    this.#pages.delete(list);
    const page = Math.ceil(this.totals[list] / ROWS_PER_PAGE);
    this.#full.push({ reading_id: this.readingId, list, page, rows });
    this.#pendingCharacters += rows.length;
  }

  async #write() {
    if (this.#full.length > 0) await this.db('import_reading_rows').insert(this.#full);
    this.#full = [];
    this.#pendingCharacters = 0;
  }
}

/** Only the newest reading of a preview is shown. */
export const deleteEarlierRows = (db: Db, preview_id: number, readingId: number) =>
  db('import_reading_rows')
    .whereIn(
      'reading_id',
      db('import_readings').where({ preview_id }).where('id', '<', readingId).select('id'),
    )
    .delete();

export async function pageOf(
  db: Db,
  reading_id: number,
  { list, page }: { list: RowList; page: number },
): Promise<GridPage> {
  const found = await db.raw<{ rows: { total: number }[] }>(
    "select (summary->'lists'->>?)::int as total from import_readings where id = ?",
    [list, reading_id],
  );
  const stored = await db('import_reading_rows').where({ reading_id, list, page }).first('rows');
  return { total: found.rows[0]?.total ?? 0, rows: stored ? JSON.parse(stored.rows) : [] };
}
