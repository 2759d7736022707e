import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody } from '../contract/error-codes';
import { MAX_BODY_BYTES } from '../contract/limits';

const TICK_MS = 1_000;
/** Less than the 30 s within which a slow sender's connection is closed. */
const WINDOW_TICKS = 28;
/** 10 KB/s. Forms and JSON, at most 256 KB, fit into one window. */
const MIN_BYTES_PER_WINDOW = 10_000 * WINDOW_TICKS;
/** Time for the client to read a response sent before the end of its body. */
const READ_RESPONSE_MS = 2_000;

const REFUSALS = { 408: 'Request Timeout', 413: 'The request is too large' };

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Unread bytes mean that the handler is slow, not the client. */
const isWaitingForHandler = (req: IncomingMessage) => req.readableLength > 0;

function closeUnlessComplete(req: IncomingMessage) {
  if (req.complete) return;
  setTimeout(() => {
    if (!req.complete) req.socket.destroy();
  }, READ_RESPONSE_MS).unref();
}

function refuse(req: IncomingMessage, res: ServerResponse, status: keyof typeof REFUSALS) {
  if (!res.headersSent) {
    res.statusCode = status;
    if (status === 408) res.setHeader('Connection', 'close');
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(errorBody(status, REFUSALS[status])));
  }
  closeUnlessComplete(req);
}

/** Answers 408 below the minimum rate and 413 to an endless body; disconnects clients that go on sending. */
export function limitSlowBody(req: IncomingMessage, res: ServerResponse) {
  if (!hasBody(req)) return;
  const start = req.socket.bytesRead;
  let windowStart = start;
  let ticks = 0;
  const stop = () => clearInterval(watch);
  const watch = setInterval(() => {
    if (req.complete) return stop();
    ticks += 1;
    const { bytesRead } = req.socket;
    const isEndless = bytesRead - start > MAX_BODY_BYTES;
    if (!isEndless && ticks % WINDOW_TICKS !== 0) return;
    const isSlow = bytesRead - windowStart < MIN_BYTES_PER_WINDOW && !isWaitingForHandler(req);
    windowStart = bytesRead;
    if (!isEndless && !isSlow) return;
    stop();
    refuse(req, res, isEndless ? 413 : 408);
  }, TICK_MS);
  watch.unref();
  res.once('finish', () => closeUnlessComplete(req));
  res.once('close', stop);
}
