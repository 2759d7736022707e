import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { Unavailable } from '../http/errors';
import type { Services } from '../services';
import { issueOrderDocument } from './issue';
import { ensureRendering } from './jobs';
import type { VisibleDocument } from './policy';

const BeingPrepared = () => Unavailable('Your document is being prepared.');

/** Sends the stored file. Throws 503 until it is there, and has it rendered. */
export async function sendDocument(
  services: Services,
  { order, name, document }: VisibleDocument,
  req: Request,
  res: Response,
): Promise<undefined> {
  const { store, transaction } = services;
  if (!document) {
    await transaction((tx) =>
      issueOrderDocument(tx, order, name.kind === 'invoice' ? 'invoice' : 'purchase_order'),
    );
    throw BeingPrepared();
  }
  const { storage_key, sha256, id } = document;
  const file = storage_key ? await store.read(storage_key) : null;
  if (!file) {
    await transaction((tx) => ensureRendering(tx, id));
    throw BeingPrepared();
  }
  res.set({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name.number}.pdf"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${sha256}"`,
  });
  if (req.fresh || req.method === 'HEAD') {
    file.body.destroy();
    res
      .status(req.fresh ? 304 : 200)
      .set('Content-Length', String(file.bytes))
      .end();
    return;
  }
  res.status(200).set('Content-Length', String(file.bytes));
  // A client that disconnects is no error.
  await pipeline(file.body, res).catch(() => undefined);
}
