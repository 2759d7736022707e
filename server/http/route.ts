import type { Request, Response } from 'express';
import type { Endpoint, Method, Params } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Services } from '../services';
import type { Csrf } from './csrf';
import type { FormOptions } from './forms/forms';
import type { Identity, May } from './viewer';

/** What a reply or a page's props are made from. */
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

interface RouteOptions<Reply, Path extends string, Body, Query, Viewer extends Identity | null, Subject> {
  /** Who may call this at all: 401 for the signed-out, 403 for the others. */
  readonly may: May<Viewer>;
  /** The subject, if this viewer can see it: 404 where it answers nothing. */
  readonly find?: Find<Viewer, Path, Subject>;
  readonly reply: (
    context: Context<Viewer, Path, Body, Query, Subject>,
  ) => Promise<NoInfer<Reply>> | NoInfer<Reply>;
  readonly status?: number;
  /** A GET that changes something, of which there are two: it asks for nothing on HEAD. */
  readonly changes?: true;
  readonly form?: FormOptions<Context<Viewer, Path, Body, Query, Subject>, NoInfer<Reply>>;
  /** Signed in another way than by token: the webhook's and the disk store's addresses. */
  readonly csrf?: false;
}

/** A URL as a value. Untyped inside: the types were checked where it was made. */
export interface Route {
  readonly kind: 'call';
  readonly method: Method;
  readonly path: string;
  readonly endpoint: Endpoint<unknown>;
  readonly may: May<Identity | null>;
  readonly find: Find<unknown, string, unknown> | null;
  readonly reply: (context: Context<unknown, string, unknown, unknown, unknown>) => unknown;
  readonly status: number | null;
  readonly changes: boolean;
  readonly csrf: boolean;
  readonly form: FormOptions<never, never>;
}

/** An API call: one line of a domain's table. A reply of undefined answers 204. */
export const route = <
  Reply,
  const Path extends string,
  Body,
  Query,
  Viewer extends Identity | null,
  Subject = undefined,
>(
  endpoint: Endpoint<Reply, Path, Body, Query>,
  options: RouteOptions<Reply, Path, Body, Query, Viewer, Subject>,
): Route =>
  ({
    kind: 'call',
    method: endpoint.method,
    path: endpoint.path,
    endpoint,
    may: options.may,
    find: options.find ?? null,
    reply: options.reply,
    status: options.status ?? null,
    changes: options.changes ?? false,
    csrf: options.csrf ?? true,
    form: options.form ?? {},
  }) as unknown as Route;

type PageContext<Viewer, Path extends string, Subject> = Context<
  Viewer,
  Path,
  undefined,
  Record<string, unknown>,
  Subject
>;

interface PageOptions<Path extends string, Props, Viewer extends Identity | null, Subject> {
  /** Signed out: to /sign_in and back afterwards. Another role: the 404 page (docs/rules.md#wire-format). */
  readonly may: May<Viewer>;
  readonly find?: Find<Viewer, Path, Subject>;
  readonly title: string | ((context: PageContext<Viewer, Path, Subject>) => string);
  readonly island?: Island<Props>;
  readonly props?: (context: PageContext<Viewer, Path, Subject>) => Promise<NoInfer<Props>> | NoInfer<Props>;
  /** A template of its own; without one the page is its title and its island. */
  readonly view?: string;
  readonly locals?: (
    context: PageContext<Viewer, Path, Subject>,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  readonly status?: number;
  /** An address to go to instead, or null. Runs after `find`. */
  readonly redirect?: (context: PageContext<Viewer, Path, Subject>) => Promise<string | null> | string | null;
  /** For people whose status leads them elsewhere from every other page. */
  readonly ungated?: true;
  /** A token in the address: no referrer, no analytics, no cache. */
  readonly secret?: true;
  /** Auth and contact pages have the light footer. */
  readonly footer?: 'light';
  /** Shown with the visually hidden title of the island's own heading. */
  readonly heading?: 'hidden';
}

export interface Page {
  readonly kind: 'page';
  readonly method: 'GET';
  readonly path: string;
  readonly options: PageOptions<string, unknown, Identity | null, unknown>;
}

/** Pages: one screen at one or several paths. */
export const page = <const Path extends string, Props, Viewer extends Identity | null, Subject = undefined>(
  paths: Path | readonly Path[],
  options: PageOptions<Path, Props, Viewer, Subject>,
): Page[] =>
  (typeof paths === 'string' ? [paths] : paths).map(
    (path) => ({ kind: 'page', method: 'GET', path, options }) as unknown as Page,
  );

export type Routes = readonly (Route | Page | readonly Page[])[];

/** What a domain's table of routes is made from: `export default ({ services }: Setup): Routes => [ … ]`. */
export interface Setup {
  readonly services: Services;
  readonly csrf: Csrf;
}
