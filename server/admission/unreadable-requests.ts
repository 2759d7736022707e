import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../contract/error-codes';

const READ_RESPONSE_MS = 2_000;

const TOO_LONG = [
  431,
  'The address or the headers of this request are too long. Shorten them and try again.',
] as const;
const TOO_SLOW = [408, 'This request took too long to arrive. Try again.'] as const;
const TOO_LARGE = [413, 'The request is too large'] as const;
const MALFORMED = [400, 'This request is not valid HTTP.'] as const;

const ANSWERS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
};

function answerTo(code: string): string {
  const [status, error] = ANSWERS[code] ?? MALFORMED;
  const body = JSON.stringify(errorBody(status, error));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Answers requests that Node's parser refuses, and reads on for 2 s: unread bytes would reset the connection first. */
export function answerUnreadable(server: Server) {
  const answering = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    answering.set(socket, res);
    res.once('close', () => answering.delete(socket));
  });
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    if (refused.has(socket)) return;
    const hasBegun = answering.get(socket)?.headersSent;
    if (!socket.writable || hasBegun || code === 'ECONNRESET') return void socket.destroy();
    refused.add(socket);
    socket.end(answerTo(code));
    socket.resume();
    setTimeout(() => socket.destroy(), READ_RESPONSE_MS).unref();
  });
}
