import type { Request, Response } from 'express';
import { newScope } from '../../db/request-scope';
import { isCapable } from '../contract/capabilities';
import type { Endpoint } from '../contract/endpoint';
import type { Services } from '../services';
import { apiKeyIn } from './api-key';
import type { Csrf } from './csrf';
import { BadRequest, Forbidden, NotFound, RoleForbidden, Unauthorized } from './errors';
import type { Flashes } from './forms/flash';
import { type FormFailure, isForm, nestUnderRoot, redirectAfterForm } from './forms/forms';
import { answerOnce, type KeptAnswers, showParams } from './idempotency/answer-once';
import { fingerprintOf, idempotencyKeyIn } from './idempotency/request';
import { toCachedJson } from './json-cache';
import type { FormFile } from './multipart';
import { nestQuery } from './nested-params';
import type { Context, Page, Retry, Route } from './route';
import { sendText } from './send-text';
import { type Identify, type Identity, publicRoute, viewerOf } from './viewer';

export interface HandlerDependencies {
  readonly services: Services;
  readonly csrf: Csrf;
  readonly flashes: Flashes;
  readonly identify: Identify;
  /** Returns whether the request has one of our bearer tokens, even an expired one. */
  readonly hasBearerToken: (req: Request) => Promise<boolean>;
  /** The path that the viewer's status redirects all pages to, or null. */
  readonly requiredStep: (viewer: Identity, path: string) => Promise<string | null> | string | null;
  /** Throws 403 to an API key that may not make the call; null is a page. */
  readonly requireOpenToKey: (viewer: Identity, call: Route | null) => Promise<void>;
  /** Throws 403 where the viewer has a step to take before calls at this path. */
  readonly requireSetUp: (viewer: Identity, path: string) => void;
  /** Throws 403 unless the viewer has just proved who they are. */
  readonly requireConfirmed: (viewer: Identity) => Promise<void>;
  readonly signInPath: (returnTo: string) => string;
  readonly prefetchLayout: (viewer: Identity) => void;
  readonly storeFile: (userId: number, file: FormFile) => Promise<void>;
  readonly routeOf: (endpoint: Endpoint<unknown>) => Route;
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
  readonly bare?: true;
}

const queryOf = (req: Request) => {
  const at = req.url.indexOf('?');
  return at < 0 ? {} : nestQuery(req.url.slice(at + 1));
};

type AnyContext = Context<never, string, never, never, never>;

const contextOf = (req: Request, res: Response, services: Services, rest: object) =>
  ({ req, res, services, db: services.db, ...rest }) as unknown as AnyContext;

async function requireSubject(
  find: Route['find'] | undefined,
  viewer: Identity | null,
  params: object,
  services: Services,
) {
  if (!find) return undefined;
  const subject = await find(viewer, params as never, services);
  if (subject === null || subject === undefined) throw NotFound();
  return subject;
}

/**
 * Looks up an API key on every route, so that an invalid one is refused on public routes, too. What members can't
 * repeat under an Idempotency-Key, such as a search by POST, writes nothing.
 */
async function callerOf(dependencies: HandlerDependencies, call: Route, req: Request) {
  const byKey = apiKeyIn(req) !== null;
  if (call.may === publicRoute && !byKey) return null;
  const viewer = await viewerOf(req, dependencies.identify, call.retry !== null);
  if (byKey && viewer) await dependencies.requireOpenToKey(viewer, call);
  return call.may === publicRoute ? null : viewer;
}

/** Requires a CSRF token unless a bearer token or key, which browsers never attach themselves, authenticates the call. */
async function requireCsrfToken(
  dependencies: HandlerDependencies,
  call: Route,
  req: Request,
  viewer: Identity | null,
) {
  if (!call.csrf || req.method === 'GET' || req.method === 'HEAD' || apiKeyIn(req) !== null) return;
  const byBearer =
    call.may === publicRoute ? await dependencies.hasBearerToken(req) : viewer?.via === 'bearer';
  if (!byBearer) dependencies.csrf.check(req);
}

const metaOf = ({ body }: Route) =>
  (body as { meta?: () => { root?: unknown; secret?: unknown } | undefined } | null)?.meta?.() ?? {};

/** As in Rails, the query may hold parameters of the body. Secrets are never read from an address. */
function addQueryParameters(call: Route, req: Request) {
  if (!call.body || metaOf(call).secret || Buffer.isBuffer(req.body)) return;
  req.body = { ...queryOf(req), ...(req.body as Record<string, unknown> | undefined) };
}

/** Throws 400 if the root parameter is missing, as Rails' `require` does. */
function requireRoot(call: Route, req: Request) {
  const { root } = metaOf(call);
  if (typeof root !== 'string') return;
  if (isForm(req)) nestUnderRoot(req, root);
  const value = (req.body as Record<string, unknown> | undefined)?.[root] ?? '';
  if (value === '') throw BadRequest(`param is missing or the value is empty: ${root}`);
}

interface Exchange {
  readonly dependencies: HandlerDependencies;
  readonly call: Route;
  readonly viewer: Identity | null;
  readonly params: object;
  readonly req: Request;
  readonly res: Response;
}

const mayMake = (viewer: Identity, { needs = null, orOneself }: Route, params: object) =>
  isCapable(viewer, needs) || (orOneself && 'id' in params && params.id === viewer.id);

export async function answerCall(
  dependencies: HandlerDependencies,
  call: Route,
  params: object,
  req: Request,
  res: Response,
) {
  const viewer = await callerOf(dependencies, call, req);
  await requireCsrfToken(dependencies, call, req, viewer);
  if (!call.may(viewer)) throw viewer ? Forbidden() : Unauthorized();
  if (viewer && !mayMake(viewer, call, params)) throw RoleForbidden(viewer);
  if (viewer) dependencies.requireSetUp(viewer, call.path);
  if (call.changes && req.method === 'HEAD') return void res.status(204).end();
  const exchange = { dependencies, call, viewer, params, req, res };
  const key = viewer && call.retry && idempotencyKeyIn(req);
  if (key) return answerOnce(dependencies.services, await repeatable(exchange, viewer, call.retry, key));
  return performCall(exchange);
}

const ownerOf = ({ id, buyer_id: buyer, seller_id: seller }: Identity) =>
  buyer !== null ? `buyer ${buyer}` : seller !== null ? `seller ${seller}` : `staff ${id}`;

async function repeatable(exchange: Exchange, viewer: Identity, retry: Retry, key: string) {
  const { dependencies, call, params, req, res } = exchange;
  const { services } = dependencies;
  const shown = typeof retry === 'string' ? null : dependencies.routeOf(retry);
  const [first] = Object.values(params);
  return {
    userId: viewer.id,
    owner: ownerOf(viewer),
    capabilities: viewer.capabilities,
    key,
    fingerprint: await fingerprintOf(req, viewer),
    subjectId: typeof first === 'number' ? first : null,
    retry,
    res,
    scope: services.requestScopes.getStore() ?? newScope(call.load),
    async requireReadable(subjectId: number | null) {
      if (shown) await requireSubject(shown.find, viewer, showParams(shown.path, subjectId), services);
      else if (retry === 'again') await requireSubject(call.find, viewer, params, services);
      if (call.confirm) await requireConfirmation(exchange, (await readFields(call, req)).body);
    },
    async show(subjectId: number | null) {
      if (!shown || !isCapable(viewer, shown.needs ?? null)) return void res.status(204).end();
      const asked = {
        method: { value: 'GET' },
        url: { value: shown.path },
        body: { value: {}, writable: true },
        formFiles: { value: undefined },
      };
      await performCall({
        ...exchange,
        call: shown,
        params: showParams(shown.path, subjectId),
        req: Object.create(req, asked) as Request,
      });
    },
    act: (kept: KeptAnswers) => performCall(exchange, kept),
  };
}

/** Throws 400 and 422 on what the schemas refuse. */
async function readFields(call: Route, req: Request) {
  addQueryParameters(call, req);
  requireRoot(call, req);
  // A stack for each error of a long list would cost more than the answer.
  const read = { abortEarly: false, stripUnknown: true, disableStackTrace: true } as const;
  return {
    body: call.body ? await call.body.validate(req.body, read) : undefined,
    query: call.query ? await call.query.validate(queryOf(req), read) : queryOf(req),
  };
}

async function requireConfirmation({ dependencies, call: { confirm }, viewer }: Exchange, body: unknown) {
  if (viewer && confirm && (confirm === true || confirm(body))) await dependencies.requireConfirmed(viewer);
}

async function performCall(exchange: Exchange, kept?: KeptAnswers) {
  const { dependencies, call, viewer, params, req, res } = exchange;
  const { services } = dependencies;
  const subject = await requireSubject(call.find, viewer, params, services);
  const { body, query } = await readFields(call, req);
  await requireConfirmation(exchange, body);
  if (viewer) for (const file of req.formFiles ?? []) await dependencies.storeFile(viewer.id, file);
  const context = contextOf(req, res, services, { viewer, params, subject, body, query });
  if (await call.isUnchanged?.(context))
    return void res.status(304).set('Cache-Control', 'private, no-store').end();
  const reply = await (kept ? kept.run(() => call.reply(context)) : call.reply(context));
  if (res.headersSent) return;
  if (isForm(req)) {
    await answerForm(dependencies, call, context, reply);
    if (res.statusCode === 303) await kept?.keep(null);
    return;
  }
  if (reply === undefined) {
    res.status(call.status ?? 204);
    await kept?.keep(null);
    return void res.end();
  }
  res
    .status(call.status ?? (res.statusCode || 200))
    .set('Cache-Control', 'private, no-store')
    .type('json');
  const text = toCachedJson(reply);
  await kept?.keep(text);
  sendText(req, res, text);
}

async function answerForm(
  { flashes, sendPage }: HandlerDependencies,
  { form }: Route,
  context: AnyContext,
  reply: unknown,
) {
  const shown = form.shows?.(context as never, reply as never);
  if (!shown) return redirectAfterForm(flashes, form, context, reply);
  await sendPage(context.req, context.res, { ...shown, status: 200, secret: true, footer: 'light' });
}

function redirect(dependencies: HandlerDependencies, res: Response, address: string) {
  const failure = res.locals.failure as FormFailure | undefined;
  if (!failure) return res.redirect(302, address);
  dependencies.flashes.set(res, { tone: 'red', text: failure.errors.join(' ') });
  res.redirect(303, address);
}

export async function answerPage(
  dependencies: HandlerDependencies,
  { options }: Page,
  params: object,
  req: Request,
  res: Response,
) {
  const { services } = dependencies;
  const viewer = await viewerOf(req, dependencies.identify);
  if (viewer?.via === 'key') await dependencies.requireOpenToKey(viewer, null);
  if (viewer && !options.ungated) {
    const step = await dependencies.requiredStep(viewer, req.path);
    if (step && step !== req.path) return void redirect(dependencies, res, step);
  }
  if (!options.may(viewer)) {
    if (viewer) throw NotFound();
    return void redirect(dependencies, res, dependencies.signInPath(req.originalUrl));
  }
  if (viewer && !isCapable(viewer, options.needs ?? null)) throw NotFound();
  if (viewer) dependencies.prefetchLayout(viewer);
  const subject = await requireSubject(options.find as Route['find'], viewer, params, services);
  const context = contextOf(req, res, services, { viewer, params, subject, query: queryOf(req) });
  const address = await options.redirect?.(context as never);
  if (address) return void redirect(dependencies, res, address);
  const [props, locals] = await Promise.all([
    options.props?.(context as never),
    options.locals?.(context as never),
  ]);
  await dependencies.sendPage(req, res, {
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
