import { Readable } from 'node:stream';
import { importCsv } from '../../server/imports/contract';
import { presign } from '../../server/storage/contract';
import type { Client } from '../support/client';

export const HEADINGS = 'UPC,Product Name,Photo URL 1,Unit MSRP,Unit Wholesale,Unit Asking Price,Units';

/** A file of the template's required columns; more headings stand behind them. */
export const csv = (rows: readonly string[], more = '') => [HEADINGS + more, ...rows].join('\n');

/** Sends a file as the screen does; answers its key. */
export async function uploaded(client: Client, content: string | Buffer): Promise<string> {
  const { body } = await client.call(presign, {});
  const answer = await fetch(body.aws_url, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/csv', ...body.aws_headers },
    body: Readable.toWeb(Readable.from([Buffer.from(content)])) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}`);
  return body.file_key ?? '';
}

export const ask = async (client: Client, key: string) => client.call(importCsv, {}, { key });
