import { timingSafeEqual } from 'node:crypto';
import { transaction } from '../../db/transaction';
import { calls } from './endpoints';
import { StripeError, unauthorized } from './errors';
import { API_VERSION } from './events';
import { once, type Reply } from './idempotency';
import { newId } from './objects';
import { readParams } from './params';
import type { Sandbox } from './sandbox';

export interface ApiRequest {
  method: string;
  url: string;
  body: string;
  headers: { [name: string]: string | undefined };
}

export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers a call of Stripe's API. API errors become replies; other errors are thrown. */
export async function answer(sandbox: Sandbox, request: ApiRequest): Promise<ApiReply> {
  const requestId = newId('req').slice(0, 18);
  const reply = await perform(sandbox, request).catch((error: unknown): Reply => {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, body: { error: { ...error.error, request_log_url: null } } };
  });
  const headers = { 'request-id': requestId, ...replyHeaders(request, reply) };
  return { status: reply.status, headers, body: JSON.stringify(reply.body) };
}

function replyHeaders({ headers }: ApiRequest, { replayed }: Reply) {
  const key = headers['idempotency-key'];
  return {
    'content-type': 'application/json',
    'stripe-version': headers['stripe-version'] ?? API_VERSION,
    ...(key && { 'idempotency-key': key }),
    ...(replayed && { 'idempotent-replayed': 'true' }),
  };
}

async function perform(sandbox: Sandbox, { method, url, body, headers }: ApiRequest): Promise<Reply> {
  authenticate(sandbox, headers.authorization);
  const [path = '', query = ''] = url.split('?');
  const found = findCall(method, path);
  const id = found.path.exec(path)?.[1] ?? '';
  const params = readParams(method === 'POST' ? body : query);
  return transaction(sandbox.db, (tx) => {
    const act = async () => ({ status: 200, body: await found.reply({ sandbox, tx, id, params }) });
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    return key ? once(tx, key, `${method} ${path}\n${body}`, act) : act();
  });
}

function findCall(method: string, path: string) {
  const found = calls.find((call) => call.method === method && call.path.test(path));
  if (found) return found;
  throw new StripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function authenticate({ apiKey }: Sandbox, authorization: string | undefined) {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ');
  const key =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '')
      : credentials;
  if (!key) throw unauthorized('You did not provide an API key.');
  const [given, expected] = [Buffer.from(key), Buffer.from(apiKey)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}***`);
}
