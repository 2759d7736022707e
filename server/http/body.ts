import express, { type Request, type RequestHandler } from 'express';
import multer from 'multer';
import { fromJson } from '../contract/json';
import { BadRequest, UnsupportedMedia } from './errors';
import { nest, nestQuery } from './nesting';

const MOST_BYTES = 256 * 1024;

/** The body as bytes: units have more digits than JSON.parse keeps, so we parse it ourselves. */
const rawBody = express.raw({ type: () => true, limit: MOST_BYTES });

/** For webhooks: the very bytes that were signed, up to 1 MB (contract 6.29). Nobody parses them after this. */
export const rawWebhook: RequestHandler = express.raw({ type: () => true, limit: 1024 * 1024 });

const multipart = multer({ limits: { fields: 1_000, fieldSize: MOST_BYTES, files: 0 } }).none();

const mediaType = (req: Request) =>
  (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsedJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = fromJson(text);
  } catch {
    // Whatever is wrong with it, also a depth that exhausts the stack, it is not JSON we can read.
    throw BadRequest('The request body is not valid JSON');
  }
  if (value === null) return {};
  if (!isObject(value)) throw BadRequest('The request body must be a JSON object');
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(req: Request, bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw BadRequest('The request body is not valid UTF-8');
  }
  const type = mediaType(req);
  if (type === 'application/json' || type.endsWith('+json')) return parsedJson(text);
  if (type === 'application/x-www-form-urlencoded') return nestQuery(text);
  throw UnsupportedMedia();
}

const METHODS = new Set(['PUT', 'DELETE']);

/** `req.body`: JSON, urlencoded or multipart, nested as Rails nests; `_method` overrides POST. */
export const readBody: RequestHandler = (req, res, next) => {
  const finish = (error: unknown, body: Record<string, unknown>) => {
    if (error) return next(error);
    req.body = body;
    const override = typeof body._method === 'string' ? body._method.toUpperCase() : '';
    if (req.method === 'POST' && METHODS.has(override)) req.method = override;
    next();
  };
  if (Buffer.isBuffer(req.body)) return next();
  if (req.method === 'GET' || req.method === 'HEAD') return finish(null, {});
  if (mediaType(req) === 'multipart/form-data') {
    return multipart(req, res, (error: unknown) => {
      if (error) return finish(BadRequest('The form could not be read'), {});
      try {
        const fields: [string, string][] = Object.entries(
          (req.body ?? {}) as Record<string, string | string[]>,
        ).flatMap(([name, value]) =>
          Array.isArray(value) ? value.map((one): [string, string] => [name, one]) : [[name, value]],
        );
        finish(null, nest(fields));
      } catch (failure) {
        finish(failure, {});
      }
    });
  }
  rawBody(req, res, (error: unknown) => {
    if (error) return finish(error, {});
    try {
      finish(null, parse(req, Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)));
    } catch (failure) {
      finish(failure, {});
    }
  });
};
