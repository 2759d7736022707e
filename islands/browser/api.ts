import { type Endpoint, type Params, pathOf } from '../../server/contract/endpoint';
import { fromJson, toJson } from '../../server/contract/json';
import { currentAlerts, notify } from './alerts';

export class ApiError extends Error {
  readonly errors: readonly string[];
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;

  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    const errors = Array.isArray(body.errors) ? body.errors.filter((one) => typeof one === 'string') : [];
    super(typeof body.error === 'string' ? body.error : (errors[0] ?? 'Oops, something went wrong.'));
    this.errors = typeof body.error === 'string' ? [body.error] : errors;
    this.fieldErrors = (body.field_errors ?? {}) as Record<string, string[]>;
  }
}

const meta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

function keepToken(answer: Response) {
  const token = answer.headers.get('X-CSRF-Token');
  const element = meta();
  if (token && element) element.content = token;
  return token !== null;
}

function flatten(value: unknown, name: string, into: URLSearchParams) {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const one of value) flatten(one, `${name}[]`, into);
  else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}[${key}]` : key, into);
  } else into.append(name, String(value));
}

export function queryString(query: object): string {
  const params = new URLSearchParams();
  flatten(query, '', params);
  return params.toString();
}

const LONGEST_GET_MS = 30_000;

async function send(method: string, url: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') {
    headers['Content-Type'] = 'application/json';
    headers['X-CSRF-Token'] = meta()?.content ?? '';
  }
  const request: RequestInit = { method, headers, credentials: 'same-origin' };
  if (method !== 'GET') request.body = toJson(body ?? {});
  // Only reads time out: they can be retried, while the outcome of a write would be unknown.
  else request.signal = AbortSignal.timeout(LONGEST_GET_MS);
  return fetch(url, request);
}

const STALE_TOKEN = 'Invalid authenticity token';

const SESSION_ENDED = 'Your session has ended. To continue, sign in again.';

function offerSignIn() {
  if (!document.querySelector('#user-menu .avatar')) return;
  if (currentAlerts().some(({ message }) => message === SESSION_ENDED)) return;
  const here = encodeURIComponent(window.location.pathname + window.location.search);
  notify('error', SESSION_ENDED, { href: `/sign_in?return_to=${here}`, text: 'sign in again' });
}

async function read(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : fromJson(text);
}

/** The only fetch of our API. Throws ApiError for every status but 2xx. */
export async function call<Reply, const Path extends string>(
  { method, path }: Endpoint<Reply, Path>,
  params: Params<Path>,
  body?: unknown,
  query?: object,
): Promise<Reply> {
  const search = query ? queryString(query) : '';
  const url = pathOf(path, params as Record<string, string | number>) + (search && `?${search}`);
  let answer = await send(method, url, body);
  let renewed = keepToken(answer);
  if (answer.ok) return (await read(answer)) as Reply;
  let failure = ((await read(answer).catch(() => undefined)) ?? {}) as Record<string, unknown>;
  const isStale = answer.status === 422 && failure.error === STALE_TOKEN;
  // A refusal sets no cookie; without a valid one, this response carries the new token.
  if (isStale && !renewed) renewed = keepToken(await send('GET', '/current_user.json', undefined));
  if (isStale && renewed) {
    answer = await send(method, url, body);
    keepToken(answer);
    if (answer.ok) return (await read(answer)) as Reply;
    failure = ((await read(answer).catch(() => undefined)) ?? {}) as Record<string, unknown>;
  }
  if (answer.status === 401) offerSignIn();
  throw new ApiError(answer.status, failure);
}
