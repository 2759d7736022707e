import { Readable } from 'node:stream';
import { importCsv } from '../../server/imports/contract';
import { presign } from '../../server/uploads/contract';
import type { Client } from '../support/client';

const HEADINGS = 'UPC,Product Name,Photo URL 1,Unit MSRP,Unit Wholesale,Unit Asking Price,Units';

/** The template's required columns, followed by `more` headings. */
export const csv = (rows: readonly string[], more = '') => [HEADINGS + more, ...rows].join('\n');

export const MAX_FILE_BYTES = 3_999_999;

/** As many rows as a file can have, filled up to the byte. */
export function largestFile(): { text: string; rows: number } {
  const lines = [`${HEADINGS},SKU,Description,Category`];
  let bytes = lines[0]?.length ?? 0;
  for (let n = 0; ; n++) {
    const line = `${100_000_000_000 + n},"Stoneware mug, ${n}",https://pictures.example.com/mug-${n}.jpg,$18.00,9.00,4.50,"1,500",MUG-${n},"Hand-glazed, dishwasher safe, in a ""gift"" box",Home`;
    if (bytes + 1 + line.length > MAX_FILE_BYTES - 10) break;
    lines.push(line);
    bytes += 1 + line.length;
  }
  return { text: lines.join('\n') + '\n'.repeat(MAX_FILE_BYTES - bytes), rows: lines.length - 1 };
}

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
