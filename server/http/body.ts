import express, { type Request, type RequestHandler } from 'express';
import { fromJson } from '../contract/json';
import { MAX_FORM_BYTES, MAX_WEBHOOK_BYTES } from '../contract/limits';
import { BadRequest, UnsupportedMedia } from './errors';
import { requireSmall } from './json-bounds';
import { isReserved, nestQuery, parseNestedParams } from './nested-params';
import type { Page, Route } from './route';

declare module 'express-serve-static-core' {
  interface Request {
    /** Where an Idempotency-Key came with it. */
    bodyBytes?: Buffer;
  }
}

/** The body as bytes, because express.json() would round 64-bit units. */
const bytesUpTo = (limit: number) => express.raw({ type: () => true, limit });

const rawBody = bytesUpTo(MAX_FORM_BYTES);

export const rawWebhook: RequestHandler = express.raw({ type: () => true, limit: MAX_WEBHOOK_BYTES });

const mediaType = (req: Request) =>
  (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// PostgreSQL rejects lone surrogates; they are replaced as browsers do in forms.
const LONE_SURROGATE = /\p{Surrogate}/gu;
const wellFormed = (text: string) => text.replace(LONE_SURROGATE, '\ufffd');

function sanitize(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(sanitize);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !isReserved(name));
  return Object.fromEntries(entries.map(([name, item]) => [wellFormed(name), sanitize(item)]));
}

function parseJsonBody(text: string): Record<string, unknown> {
  requireSmall(text);
  let value: unknown;
  try {
    value = fromJson(text);
  } catch {
    throw BadRequest('The request body is not valid JSON');
  }
  if (value === null) return {};
  if (!isObject(value)) throw BadRequest('The request body must be a JSON object');
  return sanitize(value) as Record<string, unknown>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw BadRequest('The request body is not valid UTF-8');
  }
}

/** Fields in order, which decides how lists nest. Throws 400 on a file: no route here takes one. */
async function parseFormFields(bytes: Buffer, contentType: string): Promise<[string, string][]> {
  const headers = { 'Content-Type': contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw BadRequest('The form could not be read');
  });
  return [...form].map(([name, value]) => {
    if (typeof value !== 'string') throw BadRequest('The form could not be read');
    return [name, value];
  });
}

async function parse(req: Request, bytes: Buffer): Promise<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  const type = mediaType(req);
  if (type === 'application/json' || type.endsWith('+json')) return parseJsonBody(decodeUtf8(bytes));
  if (type === 'application/x-www-form-urlencoded') return nestQuery(decodeUtf8(bytes));
  if (type === 'multipart/form-data')
    return parseNestedParams(await parseFormFields(bytes, req.headers['content-type'] ?? ''));
  throw UnsupportedMedia();
}

const METHODS = new Set(['PUT', 'PATCH', 'DELETE']);

function methodOverride(req: Request, { _method: field }: Record<string, unknown>) {
  const header = req.headers['x-http-method-override'];
  return (typeof field === 'string' && field !== '' ? field : String(header ?? '')).toUpperCase();
}

const routeKey = (method: string, path: string) => `${method} ${path.replace(/\/$/, '')}`;

/** Routes may take larger bodies than others (`maxBytes`). */
export function bodyReader(routes: readonly (Route | Page)[]): RequestHandler {
  const larger = new Map(
    routes.flatMap((entry) =>
      entry.kind === 'call' && entry.maxBytes !== null
        ? [[routeKey(entry.method, entry.path), bytesUpTo(entry.maxBytes)] as const]
        : [],
    ),
  );
  return (req, res, next) => readBody(larger.get(routeKey(req.method, req.path)) ?? rawBody, req, res, next);
}

function readBody(readBytes: RequestHandler, ...[req, res, next]: Parameters<RequestHandler>) {
  const finish = (body: Record<string, unknown>) => {
    req.body = body;
    const override = methodOverride(req, body);
    if (req.method === 'POST' && METHODS.has(override)) req.method = override;
    next();
  };
  if (Buffer.isBuffer(req.body)) return next();
  if (req.formFiles) return finish(req.body as Record<string, unknown>);
  if (req.method === 'GET' || req.method === 'HEAD') return finish({});
  readBytes(req, res, (error: unknown) => {
    if (error) return next(error);
    const bytes: Buffer = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    if (req.headers['idempotency-key'] !== undefined) req.bodyBytes = bytes;
    parse(req, bytes).then(finish, next);
  });
}
