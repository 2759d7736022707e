import type { Request, Response } from 'express';
import { ownPath } from '../../contract/own-path';
import type { HttpError } from '../errors';
import { wantsJson } from '../negotiate';
import type { Flashes } from './flash';

/** What a form of a page without script leads to. Calls never look at it. */
export interface FormOptions<Context, Reply> {
  /** Where success leads; by default back to the page that the form was on. */
  readonly to?: string | ((context: Context, reply: Reply) => string);
  /** The page that shows what is wrong; by default the page that the form was on. */
  readonly page?: string | ((body: Record<string, unknown>) => string);
  /** What the next page says; null for nothing. */
  readonly notice?: string | null;
}

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** A browser's own form post, Turbo's included, and nothing that a script reads. */
export const isForm = (req: Request) =>
  req.method !== 'GET' &&
  req.method !== 'HEAD' &&
  /\btext\/html\b/.test(req.headers.accept ?? '') &&
  !wantsJson(req) &&
  req.headers['x-requested-with'] === undefined &&
  FORM_TYPES.test(req.headers['content-type'] ?? 'multipart/form-data');

/** Our pages' fields have plain names; a hidden `form_root` says what they belong under. */
export function nestUnderRoot(req: Request, root: string) {
  const { form_root, ...fields } = (req.body ?? {}) as Record<string, unknown>;
  if (form_root === root && fields[root] === undefined) req.body = { ...fields, [root]: fields };
}

/** The page that a form was on, as its Referer says. */
export function refererPath({ headers }: Request): string | null {
  if (!headers.referer || !URL.canParse(headers.referer)) return null;
  const { host, pathname, search } = new URL(headers.referer);
  return host === headers.host ? ownPath(pathname + search) : null;
}

type AnyFormOptions = FormOptions<never, never>;

/** 303: whatever the method was, the browser goes on by GET. */
export function leadOn(
  flashes: Flashes,
  { to, notice = 'Saved' }: AnyFormOptions,
  context: { req: Request; res: Response },
  reply: unknown,
) {
  const { req, res } = context;
  const address = typeof to === 'function' ? to(context as never, reply as never) : to;
  if (notice !== null) flashes.set(res, { tone: 'green', text: notice });
  res.redirect(303, address ?? refererPath(req) ?? '/');
}

const OUT_OF_DATE = 'This page was out of date. Check your entries and send the form again.';
const NOT_DONE = 'This could not be saved. Check your entries and send the form again.';

/** A failure as a page shows it beside the form. */
export interface FormFailure {
  readonly status: number;
  readonly errors: readonly string[];
  /** The form's own address, by which it is found in the page. */
  readonly action: string;
  readonly values: Record<string, unknown>;
}

/** `buyer_name` as a reader finds it on the page: a message like `Required` needs its field. */
function label(path: string) {
  const name = (path.split('.').at(-1) ?? path).replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const words = ({ body }: HttpError, isStale: boolean): string[] => {
  if (isStale) return [OUT_OF_DATE];
  if (typeof body.error === 'string') return [body.error];
  const fields = Object.entries((body.field_errors ?? {}) as Record<string, string[]>);
  if (fields.length > 0)
    return fields.flatMap(([name, texts]) => texts.map((text) => `${label(name)}: ${text}`));
  const list = Array.isArray(body.errors) ? (body.errors as unknown[]) : [];
  const texts = list.map((one) => (typeof one === 'string' ? one : (one as { message?: unknown }).message));
  const said = texts.filter((text) => typeof text === 'string');
  return said.length ? [...new Set(said)] : [NOT_DONE];
};

/** Refusals that a form's page can show. 403 only where it says what is missing. */
const isShown = ({ status, body }: HttpError) =>
  [401, 409, 422, 429].includes(status) || (status === 403 && body.error !== 'Forbidden');

const KEPT_STATUSES = new Set([409, 429]);

/** Where a failed form is shown again, and what it says; null for the error page. */
export function failureOf(
  req: Request,
  error: HttpError,
  { page }: AnyFormOptions,
  isStale: boolean,
): { path: string; failure: FormFailure } | null {
  const site = req.headers['sec-fetch-site'];
  if (!isShown(error) || (isStale && (site === 'cross-site' || site === 'same-site'))) return null;
  const values = (req.body ?? {}) as Record<string, unknown>;
  const path = (typeof page === 'function' ? page(values) : page) ?? refererPath(req);
  if (path === null) return null;
  const status = KEPT_STATUSES.has(error.status) ? error.status : 422;
  const action = req.originalUrl.split('?', 1)[0] ?? '';
  return { path, failure: { status, errors: words(error, isStale), action, values } };
}
