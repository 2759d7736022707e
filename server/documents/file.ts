import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { Unavailable } from '../http/errors';
import type { Services } from '../services';
import { issueMissingSlip, issueOrderDocument } from './issue';
import { ensureRendering } from './jobs';
import { countOf } from './name';
import type { VisibleDocument } from './policy';
import { type DocumentFile, findDocument } from './queries';

/** A page that refreshes itself is no error page (pages/layout.ts). */
const BeingPrepared = (req: Request) =>
  Unavailable('Your document is being prepared.', isNavigation(req) ? { Refresh: '2' } : {});

/** A person who follows a link waits this long: most files take a second. */
const CHECKS_MS = [150, 250, 400, 600, 800, 800];

type FileServices = Pick<Services, 'db' | 'store' | 'transaction'>;

async function openFile({ store }: Pick<Services, 'store'>, document: DocumentFile | undefined) {
  const stored = document?.storage_key ? await store.read(document.storage_key) : null;
  return stored && { ...stored, sha256: document?.sha256 ?? null };
}

/** An order or a shipment that is older than documents gets its own now. */
const requestFile = ({ transaction }: FileServices, { order, name, document }: VisibleDocument) =>
  transaction((tx) => {
    if (document) return ensureRendering(tx, document.id);
    if (name.kind === 'packing_slip') return issueMissingSlip(tx, order, countOf(name));
    return issueOrderDocument(tx, order, name.kind === 'invoice' ? 'invoice' : 'purchase_order');
  });

const isNavigation = (req: Request) =>
  req.method === 'GET' && /\btext\/html\b/.test(req.headers.accept ?? '');

async function fileOnceRendered(services: FileServices, visible: VisibleDocument, req: Request) {
  await requestFile(services, visible);
  for (const delay of isNavigation(req) ? CHECKS_MS : []) {
    await pause(delay);
    const file = await openFile(services, await findDocument(services.db, visible.name));
    if (file) return file;
  }
  throw BeingPrepared(req);
}

export async function sendDocument(
  services: FileServices,
  visible: VisibleDocument,
  req: Request,
  res: Response,
): Promise<undefined> {
  const opened = await openFile(services, visible.document);
  const { body, bytes, sha256 } = opened ?? (await fileOnceRendered(services, visible, req));
  res.status(200).set({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${visible.name.number}.pdf"`,
    'Content-Length': String(bytes),
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${sha256}"`,
  });
  if (req.fresh || req.method === 'HEAD') {
    body.destroy();
    return void res.status(req.fresh ? 304 : 200).end();
  }
  // A client that disconnects is no error.
  await pipeline(body, res).catch(() => undefined);
}
