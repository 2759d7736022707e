import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Config } from '../config/config';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../contract/limits';
import { BadRequest, Forbidden, NotFound, TooLarge } from '../http/errors';
import { SHOWN_ANYWHERE } from '../http/static-files';
import type { Services } from '../services';
import type { DiskStore } from '../storage/disk';
import { type ImageSize, isStoredKey } from '../storage/keys';
import { isSigned, type StoreMethod } from '../storage/signature';
import { GET_SECONDS, type Store, type StoredObject, storedImageType } from '../storage/store';
import { type ReadSize, sizeReader } from './pending-thumbnails';

const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

async function sendObject(res: Response, { bytes, body }: StoredObject, headers: Record<string, string>) {
  res.set({ ...SAFE_HEADERS, ...headers, 'Content-Length': String(bytes) });
  // A client that disconnects is no error.
  await pipeline(body, res).catch(() => undefined);
}

function checkSignature({ secretKeyBase }: Config, method: StoreMethod, key: string, req: Request) {
  const query = new URL(req.originalUrl, 'http://host').searchParams;
  const expires = Number(query.get('expires'));
  if (!isSigned(secretKeyBase, { method, key, expires }, query.get('signature') ?? ''))
    throw Forbidden('This link has expired or is incorrect', 'link_expired');
}

/** A copy is not kept longer than its address holds. */
function secondsLeft(req: Request): number {
  const expires = Number(new URL(req.originalUrl, 'http://host').searchParams.get('expires'));
  return Math.max(0, Math.min(GET_SECONDS, Math.floor(expires - Date.now() / 1_000)));
}

const markAsCall: RequestHandler = (_req, res, next) => {
  res.locals.isCall = true;
  next();
};

const keyOf = (req: Request) => `${req.params.folder}/${req.params.name}`;

const hasDisconnected = (req: Request) => req.destroyed && !req.complete;

const receiveUpload =
  (config: Config, store: DiskStore): RequestHandler =>
  async (req, res) => {
    const key = keyOf(req);
    checkSignature(config, 'PUT', key, req);
    if (Number(req.headers['content-length']) >= MAX_IMAGE_BYTES) throw TooLarge(IMAGE_TOO_LARGE);
    await receive(store, key, req);
    res.status(200).end();
  };

async function receive(store: DiskStore, key: string, req: Request) {
  try {
    // The rest of a refused body is drained, so that the client can read the response.
    await store.receive(key, req.iterator({ destroyOnReturn: false }));
  } catch (error) {
    if (hasDisconnected(req)) throw BadRequest('The upload was interrupted');
    throw error;
  }
}

const sendStored =
  (config: Config, store: DiskStore): RequestHandler =>
  async (req, res) => {
    const key = keyOf(req);
    checkSignature(config, 'GET', key, req);
    const type = await storedImageType(store, key);
    const found = await store.read(key);
    if (!found) throw NotFound();
    await sendObject(res, found, {
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Disposition': type ? 'inline' : 'attachment',
      'Cache-Control': `private, max-age=${secondsLeft(req)}`,
    });
  };

const SIZED = /^(.+)-(400|1200)\.webp$/;

function parseSizedName(name: string): { key: string; size: ImageSize } | null {
  const [, key = '', size] = SIZED.exec(name) ?? [];
  return isStoredKey(key) ? { key, size: Number(size) as ImageSize } : null;
}

const IMAGE_HEADERS = {
  ...SHOWN_ANYWHERE,
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

const isDisk = (store: Store): store is DiskStore => 'receive' in store;

const sendSized =
  (readSize: ReadSize) =>
  async (req: Request, res: Response): Promise<void> => {
    const sized = parseSizedName(String(req.params.name));
    const found = sized && (await readSize(sized.key, sized.size));
    if (!found) throw NotFound();
    await sendObject(res, found, IMAGE_HEADERS);
  };

/** Mounted before sessions, body parsers and tokens: files need none of them. */
export function files(services: Pick<Services, 'config' | 'store' | 'db' | 'transaction'>): Router {
  const { config, store } = services;
  const router = Router({ caseSensitive: true });
  router.use(['/storage', '/files'], markAsCall);
  if (isDisk(store)) {
    // Authorized by the signature alone (docs/rules.md#uploads).
    router.put('/storage/:folder/:name', receiveUpload(config, store));
    router.get('/storage/:folder/:name', sendStored(config, store));
  }
  router.get('/files/:name', sendSized(sizeReader(services)));
  return router;
}
