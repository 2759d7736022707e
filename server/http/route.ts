import type { Request, Response } from 'express';
import type { ISchema } from 'yup';
import type { RouteNeeds } from '../contract/capabilities';
import type { Endpoint, Method, Params } from '../contract/endpoint';
import type { Island } from '../contract/island';
import { defaultLoad, type LoadClass } from '../contract/load-class';
import type { Services } from '../services';
import type { Csrf } from './csrf';
import type { FormOptions } from './forms/forms';
import type { Identity, May } from './viewer';

export interface Context<Viewer, Path extends string, Body, Query, Subject> {
  readonly services: Services;
  readonly db: Services['db'];
  readonly viewer: Viewer;
  readonly params: Params<Path>;
  readonly body: Body;
  readonly query: Query;
  readonly subject: Subject;
  readonly req: Request;
  readonly res: Response;
}

type Find<Viewer, Path extends string, Subject> = (
  viewer: Viewer,
  params: Params<Path>,
  services: Services,
) => Promise<Subject | null | undefined>;

/** Files that a form may bring in place of upload keys (`http/multipart.ts`): form field → parameter. */
export interface FileFields {
  readonly parameters: Readonly<Record<string, string>>;
  readonly belowBytes: number;
  readonly tooLarge: string;
}

/**
 * How a repeat is answered where the act was done and its answer is lost: with the GET that shows the first parameter
 * of the route (or what the act `names`), by acting `again` where that changes nothing more, or by 204, as it was `done`.
 */
export type Retry = Endpoint<unknown> | 'again' | 'done';

interface RouteOptions<Reply, Path extends string, Body, Query, Viewer extends Identity | null, Subject> {
  /** Other viewers get 401 when signed out, else 403. */
  readonly may: May<Viewer>;
  /** Required where members of companies are let in and visitors are not. Others get 403. */
  readonly needs?: RouteNeeds;
  /** Members who lack what it `needs` may still make the call about themselves, whom `:id` names. */
  readonly orOneself?: true;
  /** Open to API keys though it needs no capability. */
  readonly forKeys?: true;
  /** Loads the subject if the viewer may see it; null answers 404. */
  readonly find?: Find<Viewer, Path, Subject>;
  /** Fields outside the schemas are dropped. */
  readonly body?: ISchema<Body>;
  readonly query?: ISchema<Query>;
  /** A dangerous call, or with which bodies it is one: 403 `confirm_required` without a fresh proof of identity. */
  readonly confirm?: true | ((body: Body) => boolean);
  /** Answers 304 where it resolves to true, before `reply`. */
  readonly isUnchanged?: (context: Context<Viewer, Path, Body, Query, Subject>) => Promise<boolean>;
  readonly reply: (
    context: Context<Viewer, Path, Body, Query, Subject>,
  ) => Promise<NoInfer<Reply>> | NoInfer<Reply>;
  readonly status?: number;
  /** A GET with side effects; skipped on HEAD. */
  readonly changes?: true;
  /** Required of writes that let members in and visitors not: their answers are kept by Idempotency-Key. */
  readonly retry?: Retry;
  readonly form?: FormOptions<Context<Viewer, Path, Body, Query, Subject>, NoInfer<Reply>>;
  readonly files?: FileFields;
  /** Of a body that may be larger than others. Only for paths without parameters. */
  readonly maxBytes?: number;
  /** Only for routes with signed requests: webhooks and the disk store. */
  readonly csrf?: false;
}

export interface Route {
  readonly kind: 'call';
  readonly method: Method;
  readonly path: string;
  readonly load: LoadClass;
  readonly body: ISchema<unknown> | null;
  readonly query: ISchema<unknown> | null;
  readonly may: May<Identity | null>;
  readonly needs: RouteNeeds | undefined;
  readonly orOneself: boolean;
  readonly forKeys: boolean;
  readonly find: Find<unknown, string, unknown> | null;
  readonly confirm: true | ((body: unknown) => boolean) | null;
  readonly isUnchanged:
    | ((context: Context<unknown, string, unknown, unknown, unknown>) => Promise<boolean>)
    | null;
  readonly reply: (context: Context<unknown, string, unknown, unknown, unknown>) => unknown;
  readonly status: number | null;
  readonly changes: boolean;
  readonly csrf: boolean;
  readonly retry: Retry | null;
  readonly form: FormOptions<never, never>;
  readonly files: FileFields | null;
  readonly maxBytes: number | null;
}

/** An API call. A reply of undefined answers 204. */
export const route = <
  Reply,
  const Path extends string,
  Viewer extends Identity | null,
  Body = undefined,
  Query = undefined,
  Subject = undefined,
>(
  endpoint: Endpoint<Reply, Path>,
  options: RouteOptions<Reply, Path, Body, Query, Viewer, Subject>,
): Route =>
  ({
    kind: 'call',
    method: endpoint.method,
    path: endpoint.path,
    load: endpoint.load,
    body: options.body ?? null,
    query: options.query ?? null,
    may: options.may,
    needs: options.needs,
    orOneself: options.orOneself ?? false,
    forKeys: options.forKeys ?? false,
    find: options.find ?? null,
    confirm: options.confirm ?? null,
    isUnchanged: options.isUnchanged ?? null,
    reply: options.reply,
    status: options.status ?? null,
    changes: options.changes ?? false,
    csrf: options.csrf ?? true,
    retry: options.retry ?? null,
    form: options.form ?? {},
    files: options.files ?? null,
    maxBytes: options.maxBytes ?? null,
  }) as unknown as Route;

type PageContext<Viewer, Path extends string, Subject> = Context<
  Viewer,
  Path,
  undefined,
  Record<string, unknown>,
  Subject
>;

interface PageOptions<Path extends string, Props, Viewer extends Identity | null, Subject> {
  /** Other viewers go to /sign_in when signed out, else get the 404 page (docs/rules.md#people). */
  readonly may: May<Viewer>;
  /** As of a call; others get the 404 page. */
  readonly needs?: RouteNeeds;
  readonly find?: Find<Viewer, Path, Subject>;
  readonly title: string | ((context: PageContext<Viewer, Path, Subject>) => string);
  readonly island?: Island<Props>;
  readonly props?: (context: PageContext<Viewer, Path, Subject>) => Promise<NoInfer<Props>> | NoInfer<Props>;
  readonly view?: string;
  readonly locals?: (
    context: PageContext<Viewer, Path, Subject>,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  readonly status?: number;
  /** Returns an address to redirect to, or null. Runs after `find`. */
  readonly redirect?: (context: PageContext<Viewer, Path, Subject>) => Promise<string | null> | string | null;
  /** Also for people whose status redirects them from other pages. */
  readonly ungated?: true;
  /** The address contains a token: no referrer, no analytics, no cache. */
  readonly secret?: true;
  readonly load?: LoadClass;
  readonly footer?: 'light';
  readonly heading?: 'hidden';
}

export interface Page {
  readonly kind: 'page';
  readonly method: 'GET';
  readonly path: string;
  readonly load: LoadClass;
  readonly options: PageOptions<string, unknown, Identity | null, unknown>;
}

export const page = <const Path extends string, Props, Viewer extends Identity | null, Subject = undefined>(
  paths: Path | readonly Path[],
  options: PageOptions<Path, Props, Viewer, Subject>,
): Page[] =>
  (typeof paths === 'string' ? [paths] : paths).map((path) => {
    const load = options.load ?? defaultLoad('GET', path);
    return { kind: 'page', method: 'GET', path, load, options } as unknown as Page;
  });

export type Routes = readonly (Route | Page | readonly Page[])[];

export interface RouteDependencies {
  readonly services: Services;
  readonly csrf: Csrf;
  /** Where a sign-in leads: the path of a page, else `/`. */
  readonly returnPath: (path: unknown) => string;
}
