import type { Request, Response } from 'express';
import type { Services } from '../services';
import type { Csrf } from './csrf';
import { BadRequest, Forbidden, NotFound, Unauthorized } from './errors';
import type { Flashes } from './forms/flash';
import { type FormFailure, isForm, leadOn, nestUnderRoot } from './forms/forms';
import { toCachedJson } from './json-cache';
import { nestQuery } from './nested-params';
import type { Context, Page, Route } from './route';
import { type Identify, type Identity, publicRoute, viewerOf } from './viewer';

export interface Kit {
  readonly services: Services;
  readonly csrf: Csrf;
  readonly flashes: Flashes;
  readonly identify: Identify;
  /** Whether the request comes with a bearer token of ours, whatever has become of it. */
  readonly bears: (req: Request) => Promise<boolean>;
  /** Where this person's status leads them, whatever page they ask for; null for nowhere. */
  readonly requiredStep: (viewer: Identity, path: string) => Promise<string | null> | string | null;
  readonly signInPath: (returnTo: string) => string;
  /** The page of this viewer is going to be made: what its frame says can be asked for. */
  readonly lookAhead: (viewer: Identity) => void;
  readonly sendPage: (req: Request, res: Response, page: PageAnswer) => Promise<void>;
}

export interface PageAnswer {
  readonly status: number;
  readonly title: string;
  readonly view: string;
  readonly locals: Record<string, unknown>;
  readonly island?: { id: string; props: unknown };
  readonly secret?: boolean;
  readonly footer?: 'light';
  readonly heading?: 'hidden';
  /** Without ways on: all of them would lead back to this page. */
  readonly bare?: true;
}

const queryOf = (req: Request) => {
  const at = req.url.indexOf('?');
  return at < 0 ? {} : nestQuery(req.url.slice(at + 1));
};

type AnyContext = Context<never, string, never, never, never>;

const contextOf = (req: Request, res: Response, services: Services, rest: object) =>
  ({ req, res, services, db: services.db, ...rest }) as unknown as AnyContext;

async function find(
  found: Route['find'] | undefined,
  viewer: Identity | null,
  params: object,
  services: Services,
) {
  if (!found) return undefined;
  const subject = await found(viewer, params as never, services);
  if (subject === null || subject === undefined) throw NotFound();
  return subject;
}

/** A browser sends a cookie along wherever a call is from, a bearer token only for our own page. */
async function requireOwnPage(kit: Kit, call: Route, req: Request, viewer: Identity | null) {
  if (!call.csrf || req.method === 'GET' || req.method === 'HEAD') return;
  const byBearer = call.may === publicRoute ? await kit.bears(req) : viewer?.via === 'bearer';
  if (!byBearer) kit.csrf.check(req);
}

/** Throws 400 where the parameter that holds all others is missing, as Rails' `require` does. */
function requireRoot(call: Route, req: Request) {
  const root = (call.endpoint.body as { meta?: () => { root?: unknown } | undefined } | null)?.meta?.()?.root;
  if (typeof root !== 'string') return;
  if (isForm(req)) nestUnderRoot(req, root);
  const value = (req.body as Record<string, unknown> | undefined)?.[root] ?? '';
  if (value === '') throw BadRequest(`param is missing or the value is empty: ${root}`);
}

/** Who asks may; then what is asked about, what it says, and the reply. Throws what the error handler answers. */
export async function answerCall(kit: Kit, call: Route, params: object, req: Request, res: Response) {
  const { services } = kit;
  const viewer = call.may === publicRoute ? null : await viewerOf(req, kit.identify);
  await requireOwnPage(kit, call, req, viewer);
  if (!call.may(viewer)) throw viewer ? Forbidden() : Unauthorized();
  if (call.changes && req.method === 'HEAD') return void res.status(204).end();
  const subject = await find(call.find, viewer, params, services);
  requireRoot(call, req);
  const read = { abortEarly: false, stripUnknown: true } as const;
  const body = call.endpoint.body ? await call.endpoint.body.validate(req.body, read) : undefined;
  const query = call.endpoint.query ? await call.endpoint.query.validate(queryOf(req), read) : queryOf(req);
  const context = contextOf(req, res, services, { viewer, params, subject, body, query });
  const reply = await call.reply(context);
  if (res.headersSent) return;
  if (isForm(req)) return leadOn(kit.flashes, call.form, context, reply);
  if (reply === undefined) return void res.status(call.status ?? 204).end();
  res
    .status(call.status ?? (res.statusCode || 200))
    .set('Cache-Control', 'private, no-store')
    .type('json')
    .send(toCachedJson(reply));
}

/** Another address in place of the page; what a form was to say there goes along. */
function redirect(kit: Kit, res: Response, address: string) {
  const failure = res.locals.failure as FormFailure | undefined;
  if (!failure) return res.redirect(302, address);
  kit.flashes.set(res, { tone: 'red', text: failure.errors.join(' ') });
  res.redirect(303, address);
}

/** The page, or where this reader is led instead. */
export async function answerPage(kit: Kit, { options }: Page, params: object, req: Request, res: Response) {
  const { services } = kit;
  const viewer = await viewerOf(req, kit.identify);
  if (viewer && !options.ungated) {
    const elsewhere = await kit.requiredStep(viewer, req.path);
    if (elsewhere) return void redirect(kit, res, elsewhere);
  }
  if (!options.may(viewer)) {
    if (viewer) throw NotFound();
    return void redirect(kit, res, kit.signInPath(req.originalUrl));
  }
  if (viewer) kit.lookAhead(viewer);
  const subject = await find(options.find as Route['find'], viewer, params, services);
  const context = contextOf(req, res, services, { viewer, params, subject, query: queryOf(req) });
  const elsewhere = await options.redirect?.(context as never);
  if (elsewhere) return void redirect(kit, res, elsewhere);
  const [props, locals] = await Promise.all([
    options.props?.(context as never),
    options.locals?.(context as never),
  ]);
  await kit.sendPage(req, res, {
    status: options.status ?? 200,
    title: typeof options.title === 'string' ? options.title : options.title(context as never),
    view: options.view ?? 'pages/island',
    locals: locals ?? {},
    ...(options.island && { island: { id: options.island.id, props: props ?? {} } }),
    ...(options.secret && { secret: true }),
    ...(options.footer && { footer: options.footer }),
    ...(options.heading && { heading: options.heading }),
  });
}
