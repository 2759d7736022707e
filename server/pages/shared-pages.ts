import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type CacheObserver, createAdmission, createLru } from '../cache/caches';
import { toIdentifyingJson } from '../http/json-cache';
import type { PageAnswer } from '../http/respond';
import { acceptsBrotli, isWorthCompressing, sendCompressed, sendText } from '../http/send-text';
import { compressTemplate } from './brotli-template';
import { type Fills, fillTemplate, fitsHoles, MARKS, type PageTemplate, toTemplate } from './page-template';

const MAX_BYTES = 3_000_000;
/** Of a compressed page. */
const USUAL_BYTES = 6_000;
/** A larger page would displace too many others. */
const MAX_PAGE_BYTES = 128_000;

type Render = (fills: Fills) => Promise<string>;

export interface SharedPage {
  readonly answer: PageAnswer;
  readonly fills: Fills;
  readonly render: Render;
}

interface SharedPagesOptions {
  /** Counts islands that could not be rendered; a page without one is not kept. */
  readonly failures: () => number;
  readonly cache?: CacheObserver;
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? typeof value !== 'function' && typeof value !== 'symbol'
    : (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
      Object.values(value).every(isPlain);

/** Whether the page depends on nothing but its answer, which a key can hold. */
export const isShareable = ({ status, secret, locals }: PageAnswer) =>
  status === 200 && !secret && isPlain(locals);

/**
 * Keeps pages of signed-out visitors, keyed by all that they show. Each request reads that first, so no answer is older
 * than its data. CSRF token and nonce are filled in.
 */
export function createSharedPages({ failures, cache }: SharedPagesOptions) {
  const templates = createLru<string, PageTemplate>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_PAGE_BYTES,
    sizeOf: ({ bytes }) => bytes.length,
  });
  const isSecond = createAdmission(MAX_BYTES / USUAL_BYTES);
  /** One at a time: each compression takes megabytes that the process does not give back. */
  let isMaking = false;

  async function keep(key: string, template: PageTemplate, compressed: boolean) {
    const kept = compressed ? await compressTemplate(template).catch(() => null) : template;
    if (kept) templates.set(key, kept);
  }

  async function makeAndKeep(req: Request, res: Response, key: string, { fills, render }: SharedPage) {
    isMaking = true;
    try {
      const before = failures();
      const template = toTemplate(await render(MARKS));
      sendText(req, res, fillTemplate(template, fills));
      if (failures() === before && isWorthCompressing(template.bytes))
        await keep(key, template, acceptsBrotli(req));
    } finally {
      isMaking = false;
    }
  }

  return async (req: Request, res: Response, page: SharedPage) => {
    const { answer, fills, render } = page;
    const compressed = acceptsBrotli(req);
    const key = hash('sha256', toIdentifyingJson([req.path, compressed, answer]), 'base64');
    const cached = fitsHoles(fills) ? templates.get(key) : undefined;
    cache?.lookedUp(cached ? 'hit' : 'miss', templates.calculatedSize);
    if (cached) return sendBytes(res, fillTemplate(cached, fills), compressed);
    if (fitsHoles(fills) && !isMaking && isSecond(key)) return makeAndKeep(req, res, key, page);
    sendText(req, res, await render(fills));
  };
}

export type SendSharedPage = ReturnType<typeof createSharedPages>;

function sendBytes(res: Response, bytes: Buffer, compressed: boolean) {
  if (compressed) sendCompressed(res, bytes);
  else res.send(bytes);
}
