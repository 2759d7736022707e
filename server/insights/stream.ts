import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Knex } from 'knex';
import { toJson } from '../contract/json';
import { sendCsv } from '../http/csv';
import type { Resource } from './contract';
import { csvHeadings, csvRow } from './csv';
import { batches } from './cursor';
import { type ListFilter, wholeList } from './list-query';
import { type ListRows, serializers } from './rows';

/** Ignores errors after the headers: usually the client has disconnected. */
const ignoreDisconnect = (res: Response, sent: Promise<void>) =>
  sent.catch((error: unknown) => {
    if (!res.headersSent) throw error;
    res.destroy();
  });

async function* jsonText<Name extends Resource>(db: Knex, resource: Name, filter: ListFilter) {
  const found = batches<ListRows[Name], unknown>(db, wholeList(resource, filter), serializers[resource]);
  let separator = '[';
  for await (const rows of found) {
    yield separator + rows.map((row) => toJson(row)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

export async function sendJson(res: Response, db: Knex, resource: Resource, filter: ListFilter) {
  const text = jsonText(db, resource, filter);
  // Errors in the filter must surface before the headers are sent.
  const first = await text.next();
  res.status(200).set('Cache-Control', 'private, no-store').type('json');
  async function* whole() {
    if (!first.done) yield first.value;
    yield* text;
  }
  await ignoreDisconnect(res, pipeline(Readable.from(whole()), res));
}

async function* csvRows<Name extends Resource>(db: Knex, resource: Name, filter: ListFilter) {
  const found = batches<ListRows[Name], ListRows[Name]>(
    db,
    wholeList(resource, filter),
    async (_db, rows) => rows,
  );
  for await (const rows of found) for (const row of rows) yield csvRow(resource, row);
}

export async function sendListCsv(res: Response, db: Knex, resource: Resource, filter: ListFilter) {
  const rows = csvRows(db, resource, filter);
  const first = await rows.next();
  async function* whole() {
    if (!first.done) yield first.value;
    yield* rows;
  }
  const file = { headings: csvHeadings(resource), rows: whole() };
  await ignoreDisconnect(res, sendCsv(res, resource, file, { writeBOM: false }));
}
