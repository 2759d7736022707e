import { type CurrentUser, logout } from '../../server/accounts/contract';
import { type Endpoint, type Params, pathOf } from '../../server/contract/endpoint';
import type { ErrorCode, FieldCode } from '../../server/contract/error-codes';
import { fromJson, toJson } from '../../server/contract/json';
import { presign } from '../../server/uploads/contract';
import { currentAlerts, notify } from './alerts';
import { askForProof } from './proof-question';

export class ApiError extends Error {
  readonly errors: readonly string[];
  readonly code: ErrorCode | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly fieldCodes: Readonly<Record<string, readonly FieldCode[]>>;

  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    const errors = Array.isArray(body.errors) ? body.errors.filter((one) => typeof one === 'string') : [];
    super(typeof body.error === 'string' ? body.error : (errors[0] ?? 'Oops, something went wrong.'));
    this.errors = typeof body.error === 'string' ? [body.error] : errors;
    this.code = body.code as ErrorCode | undefined;
    this.fieldErrors = (body.field_errors ?? {}) as Record<string, string[]>;
    this.fieldCodes = (body.field_codes ?? {}) as Record<string, FieldCode[]>;
  }
}

/** What a failed call says; other failures are taken as a lost connection. */
export const errorText = (error: unknown, otherwise = 'Check your connection and try again.') =>
  error instanceof ApiError ? error.message : otherwise;

const meta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

function keepToken(answer: Response): boolean {
  const token = answer.headers.get('X-CSRF-Token');
  if (token) (meta() ?? addMeta()).content = token;
  return token !== null;
}

/** For pages of others, which come without it (docs/islands.md). */
const addMeta = () =>
  document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'csrf-token' }));

const bearer = () => /(?:^|; )auth_token=([^;]+)/.exec(document.cookie)?.[1];

/** The page's token; where it has none, the bearer token that sign-in left in a cookie. */
function authority(): Record<string, string> {
  const token = meta()?.content;
  if (token) return { 'X-CSRF-Token': token };
  const kept = bearer();
  return kept ? { Authorization: `Bearer ${decodeURIComponent(kept)}` } : {};
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
    Object.assign(headers, authority());
  }
  const request: RequestInit = { method, headers, credentials: 'same-origin' };
  if (method !== 'GET') request.body = toJson(body ?? {});
  // Only reads time out: they can be retried, while the outcome of a write would be unknown.
  else request.signal = AbortSignal.timeout(LONGEST_GET_MS);
  return fetch(url, request);
}

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

interface Failure {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isStale: boolean;
}

/** A refusal under load, of which nothing was done. */
const wasShed = (answer: Response) => answer.status === 503 && answer.headers.has('X-Shed');

const MAX_REPEATED_GETS = 2;
const MAX_REPEATED_COMMITS = 1;

const repeatsOf = ({ method, load }: Pick<Endpoint<unknown>, 'method' | 'load'>) => {
  if (method === 'GET') return MAX_REPEATED_GETS;
  return load === 'A' ? MAX_REPEATED_COMMITS : 0;
};

const waitSeconds = (answer: Response) => Number(answer.headers.get('Retry-After') ?? 2);

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

async function sendPatiently(
  endpoint: Pick<Endpoint<unknown>, 'method' | 'load'>,
  url: string,
  body: unknown,
): Promise<Response> {
  for (let repeats = repeatsOf(endpoint); ; repeats -= 1) {
    const answer = await send(endpoint.method, url, body);
    if (repeats === 0 || !wasShed(answer)) return answer;
    await pause(waitSeconds(answer));
  }
}

async function attempt(
  endpoint: Pick<Endpoint<unknown>, 'method' | 'load'>,
  url: string,
  body: unknown,
): Promise<{ reply: unknown } | Failure> {
  const answer = await sendPatiently(endpoint, url, body);
  if (answer.ok) {
    keepToken(answer);
    return { reply: await read(answer) };
  }
  const failure = ((await read(answer).catch(() => undefined)) ?? {}) as Failure['body'];
  const isStale = failure.code === 'stale_token';
  return { status: answer.status, body: failure, isStale };
}

export const shownUserId = () => document.querySelector<HTMLMetaElement>('meta[name="viewer"]')?.dataset.id;

function refuseForAnother({ email }: CurrentUser) {
  const error = `This browser is signed in as ${email}. To continue, reload the page.`;
  if (!currentAlerts().some(({ message }) => message === error))
    notify('error', error, { href: window.location.href, text: 'reload the page' });
  throw new ApiError(403, { error });
}

/** Adopts the token of the present session. Throws if another person than the page shows has signed in. */
async function renewToken(mayBeAnyone: boolean): Promise<boolean> {
  const answer = await send('GET', '/current_user.json', undefined);
  const { user } = (await read(answer)) as { user: CurrentUser | null };
  const shown = shownUserId();
  if (user && shown && String(user.id) !== shown && !mayBeAnyone) refuseForAnother(user);
  return keepToken(answer);
}

/** The only fetch of our API. Throws ApiError for every status but 2xx. */
export async function call<Reply, const Path extends string>(
  endpoint: Endpoint<Reply, Path>,
  params: Params<Path>,
  body?: unknown,
  query?: object,
): Promise<Reply> {
  const search = query ? queryString(query) : '';
  const url = pathOf(endpoint.path, params as Record<string, string | number>) + (search && `?${search}`);
  let result = await attempt(endpoint, url, body);
  if ('status' in result && result.isStale && (await renewToken(endpoint.path === logout.path)))
    result = await attempt(endpoint, url, body);
  if ('status' in result && result.body.code === 'confirm_required' && (await askForProof(result.body)))
    result = await attempt(endpoint, url, body);
  if ('reply' in result) return result.reply as Reply;
  if (result.status === 401 && result.body.code === 'unauthorized') offerSignIn();
  throw new ApiError(result.status, result.body);
}

/** Uploads to a presigned address; returns the file's key. `purpose` says what buyers upload for. */
export async function upload(file: File, purpose: object = {}): Promise<string> {
  const { aws_url, aws_headers = {}, file_key } = await call(presign, {}, purpose);
  const answer = await fetch(aws_url, {
    method: 'PUT',
    body: file,
    headers: { 'Content-Type': file.type || 'application/octet-stream', ...aws_headers },
  }).catch(() => null);
  if (!answer?.ok || !file_key)
    throw new ApiError(0, { error: 'The file could not be uploaded. Try again.' });
  return file_key;
}
