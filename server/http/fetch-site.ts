import type { Request } from 'express';

/** Old browsers and API clients send no such header. */
export const isCrossSite = ({ headers }: Pick<Request, 'headers'>) =>
  headers['sec-fetch-site'] === 'cross-site';

const CALLS_AND_PAGES = new Set(['empty', 'document']);

export const isEmbedded = ({ headers }: Pick<Request, 'headers'>) =>
  !CALLS_AND_PAGES.has(String(headers['sec-fetch-dest'] ?? 'empty'));
