import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Config } from '../config/config';
import { errorBody } from '../contract/error-codes';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In constant time. */
const isBearer = (header: string | undefined, token: string) =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

type Read = () => Promise<string>;

/** `GET /metrics`. Without METRICS_TOKEN it answers where the demo is on, else 404. */
export const metricsEndpoint =
  (
    { demo, operations: { metricsToken } }: Pick<Config, 'demo' | 'operations'>,
    read: Read,
  ): RequestListener =>
  (req, res) => {
    const answer = (status: number, type: string, text: string) =>
      void res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    const fail = (status: number, error: string) =>
      answer(status, 'application/json; charset=utf-8', JSON.stringify(errorBody(status, error)));
    if (metricsToken === null && !demo) return fail(404, 'Not Found');
    if (req.method !== 'GET') {
      res.setHeader('Allow', 'GET');
      return fail(405, 'Method Not Allowed');
    }
    if (metricsToken !== null && !isBearer(req.headers.authorization, metricsToken)) {
      res.setHeader('WWW-Authenticate', 'Bearer');
      return fail(401, 'Unauthorized');
    }
    read().then(
      (text) => answer(200, TEXT, text),
      () => fail(500, 'Something went wrong on our side. Try again.'),
    );
  };
