import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Request } from 'express';
import { BadRequest } from '../errors';
import { FORM_TYPES } from '../forms/forms';
import type { Identity } from '../viewer';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** null without the header. Throws 400 on what is no key, such as several of them. */
export function idempotencyKeyIn({ headers }: Request): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && VISIBLE.test(key)) return key;
  throw BadRequest(
    'Send an Idempotency-Key of 1 to 255 visible ASCII characters.',
    'idempotency_key_malformed',
  );
}

async function digestOfFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

/** Fields in place of bytes: each sending has another boundary, upload keys, and perhaps another CSRF token. */
async function formContent(req: Request): Promise<string> {
  const { authenticity_token: _token, ...fields } = req.body as Record<string, unknown>;
  let content = JSON.stringify(fields);
  for (const { key, path } of req.formFiles ?? [])
    content = content.replaceAll(key, await digestOfFile(path));
  return content;
}

/** SHA-256 of who asks for what, in which company. */
export async function fingerprintOf(req: Request, viewer: Identity): Promise<Buffer> {
  const company = [viewer.buyer_id, viewer.seller_id];
  const content = FORM_TYPES.test(req.headers['content-type'] ?? '')
    ? await formContent(req)
    : hash('sha256', req.bodyBytes ?? '', 'hex');
  return createHash('sha256')
    .update(JSON.stringify([company, req.method, req.originalUrl, content]))
    .digest();
}
