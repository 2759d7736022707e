import type { Request, Response } from 'express';
import type { Knex } from 'knex';
import { MAX_ID } from '../contract/limits';

export const pageNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;

export const idNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ID ? Number(value) : null;

interface PageRange {
  readonly page: number;
  readonly per: number;
}

interface ListContext<Query> {
  readonly db: Knex;
  readonly query: Query;
  readonly req: Request;
  readonly res: Response;
}

export const pagedReply =
  <Query extends PageRange, List extends { total: number }>(
    read: (db: Knex, query: Query) => Promise<List>,
  ) =>
  async ({ db, query, req, res }: ListContext<Query>): Promise<List> => {
    const list = await read(db, query);
    setListHeaders(req, res, query, list.total);
    return list;
  };

export const setListHeaders = (req: Request, res: Response, { page, per }: PageRange, total: number) =>
  setPageHeaders(req, res, page, { more: page * per < total, total });

/** `total` is null where it is not counted. */
export function setPageHeaders(
  req: Request,
  res: Response,
  page: number,
  { more, total }: { readonly more: boolean; readonly total: number | null },
) {
  if (total !== null) res.set('X-Total-Count', String(total));
  if (more) linkNext(req, res, page);
}

export function linkNext(req: Request, res: Response, page: number) {
  const [path = '/', search] = req.originalUrl.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('page', String(page + 1));
  res.links({ next: `${path}?${query}` });
}
