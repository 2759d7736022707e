import type { Request, Response } from 'express';
import { MAX_ID } from '../contract/limits';

export const pageNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;

export const idNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ID ? Number(value) : null;

export function setListHeaders(
  req: Request,
  res: Response,
  { page, per }: { readonly page: number; readonly per: number },
  total: number,
) {
  res.set('X-Total-Count', String(total));
  if (page * per < total) linkNext(req, res, page);
}

export function linkNext(req: Request, res: Response, page: number) {
  const [path = '/', search] = req.originalUrl.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('page', String(page + 1));
  res.links({ next: `${path}?${query}` });
}
