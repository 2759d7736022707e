import type { Request, Response } from 'express';
import { MAX_ID } from '../contract/limits';

/** What an address says of a page; 1 for whatever is none. */
export const pageNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;

/** What an address says of something by its id; null for whatever is none. */
export const idNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ID ? Number(value) : null;

/** What every list for staff says: its total, and the next page where there is one. */
export function setListHeaders(
  req: Request,
  res: Response,
  { page, per }: { readonly page: number; readonly per: number },
  total: number,
) {
  res.set('X-Total-Count', String(total));
  if (page * per < total) linkNext(req, res, page);
}

/** Names the page after this one, for clients that follow `Link`. */
export function linkNext(req: Request, res: Response, page: number) {
  const [path = '/', search] = req.originalUrl.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('page', String(page + 1));
  res.links({ next: `${path}?${query}` });
}
