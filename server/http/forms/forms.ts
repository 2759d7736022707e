import type { Request, Response } from 'express';
import { ownPath } from '../../contract/own-path';
import type { HttpError } from '../errors';
import { wantsJson } from '../negotiate';
import type { Flashes } from './flash';

export interface FormOptions<Context, Reply> {
  /** Redirect after success; by default to the form's page. */
  readonly to?: string | ((context: Context, reply: Reply) => string);
  /** The page that shows the errors; by default the form's page. */
  readonly page?: string | ((body: Record<string, unknown>) => string);
  readonly notice?: string | null | ((context: Context) => string);
  /** Answers 200 with this page in place of a redirect. */
  readonly shows?: (context: Context, reply: Reply) => ShownPage;
}

interface ShownPage {
  readonly title: string;
  readonly view: string;
  readonly locals: Record<string, unknown>;
}

export const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

export const isForm = (req: Request) =>
  req.method !== 'GET' &&
  req.method !== 'HEAD' &&
  /\btext\/html\b/.test(req.headers.accept ?? '') &&
  !wantsJson(req) &&
  req.headers['x-requested-with'] === undefined &&
  FORM_TYPES.test(req.headers['content-type'] ?? 'multipart/form-data');

/** Nests the plain field names of our pages under the root that the hidden `form_root` names. */
export function nestUnderRoot(req: Request, root: string) {
  const { form_root, ...fields } = (req.body ?? {}) as Record<string, unknown>;
  if (form_root === root && fields[root] === undefined) req.body = { ...fields, [root]: fields };
}

export function refererPath({ headers }: Request): string | null {
  if (!headers.referer || !URL.canParse(headers.referer)) return null;
  const { host, pathname, search } = new URL(headers.referer);
  return host === headers.host ? ownPath(pathname + search) : null;
}

type AnyFormOptions = FormOptions<never, never>;

/** 303 makes the browser follow with GET. */
export function redirectAfterForm(
  flashes: Flashes,
  { to, notice = 'Saved' }: AnyFormOptions,
  context: { req: Request; res: Response },
  reply: unknown,
) {
  const { req, res } = context;
  const address = typeof to === 'function' ? to(context as never, reply as never) : to;
  const text = typeof notice === 'function' ? notice(context as never) : notice;
  if (text !== null) flashes.set(res, { tone: 'green', text });
  res.redirect(303, address ?? refererPath(req) ?? '/');
}

const OUT_OF_DATE = 'This page was out of date. Check your entries and send the form again.';
const NOT_SAVED = 'This could not be saved. Check your entries and send the form again.';

export interface FormFailure {
  readonly status: number;
  readonly errors: readonly string[];
  readonly action: string;
  readonly values: Record<string, unknown>;
}

function fieldLabel(path: string) {
  const name = (path.split('.').at(-1) ?? path).replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const messages = ({ body }: HttpError, isStale: boolean): string[] => {
  if (isStale) return [OUT_OF_DATE];
  if (typeof body.error === 'string') return [body.error];
  const fields = Object.entries((body.field_errors ?? {}) as Record<string, string[]>);
  if (fields.length > 0)
    return fields.flatMap(([name, texts]) => texts.map((text) => `${fieldLabel(name)}: ${text}`));
  const texts = listedErrors(body.errors);
  return texts.length ? [...new Set(texts)] : [NOT_SAVED];
};

const listedErrors = (errors: unknown): string[] =>
  (Array.isArray(errors) ? (errors as unknown[]) : [])
    .map((error) => (typeof error === 'string' ? error : (error as { message?: unknown }).message))
    .filter((text) => typeof text === 'string');

/** Errors that a form's page shows; a 403 only with a specific message. */
const isShownOnPage = ({ status, code }: HttpError) =>
  [401, 409, 422, 429].includes(status) || (status === 403 && code !== 'forbidden');

const PRESERVED_STATUSES = new Set([409, 429]);

export function failureOf(
  req: Request,
  error: HttpError,
  { page }: AnyFormOptions,
  isStale: boolean,
): { path: string; failure: FormFailure } | null {
  const site = req.headers['sec-fetch-site'];
  if (!isShownOnPage(error) || (isStale && (site === 'cross-site' || site === 'same-site'))) return null;
  const values = (req.body ?? {}) as Record<string, unknown>;
  const path = (typeof page === 'function' ? page(values) : page) ?? refererPath(req);
  if (path === null) return null;
  const status = PRESERVED_STATUSES.has(error.status) ? error.status : 422;
  const action = req.originalUrl.split('?', 1)[0] ?? '';
  return { path, failure: { status, errors: messages(error, isStale), action, values } };
}
