import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { PROTOCOLS } from './protocol';

const NOT_FOUND = 'Page not found';
const KEY = /^[+/0-9A-Za-z]{22}==$/;

export function answerPlainHttp(_request: unknown, response: ServerResponse) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end(NOT_FOUND);
}

function refuse(socket: Duplex, status: string, body: string, headers: readonly string[] = []) {
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

export const refuseNotFound = (socket: Duplex) => refuse(socket, '404 Not Found', NOT_FOUND);

export const refuseUnavailable = (socket: Duplex) =>
  refuse(socket, '503 Service Unavailable', 'Restarting', ['Retry-After: 1']);

export const refuseBusy = (socket: Duplex) =>
  refuse(socket, '503 Service Unavailable', 'Busy', ['Retry-After: 2']);

export const isForPath = ({ url = '' }: IncomingMessage, path: string) => {
  const pathname = url.split('?', 1)[0];
  return pathname === path || pathname === `${path}/`;
};

export const isWebsocketUpgrade = ({ headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket';

/** Checks everything that `ws` would otherwise reject with a different response. */
export const isValidHandshake = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers['sec-websocket-version'] === '13' &&
  KEY.test(String(headers['sec-websocket-key'] ?? ''));

/** Reduces the request's protocol header to the one to accept, because `ws` rejects malformed lists. */
export function chooseProtocol({ headers }: IncomingMessage) {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const chosen = offered.find((name) => PROTOCOLS.includes(name));
  if (chosen) headers['sec-websocket-protocol'] = chosen;
  else delete headers['sec-websocket-protocol'];
}

/** A server may ignore an upgrade such as h2c (RFC 9110, section 7.8) and answer over HTTP/1.1. */
export function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex) {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end());
  server.emit('request', request, response);
}

export interface OriginRules {
  readonly allowedOrigins: readonly (string | RegExp)[];
  readonly appUrl: string;
  readonly trustProxy: number;
}

const first = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')[0]
    ?.trim() ?? '';

function isSecure({ socket, headers }: IncomingMessage, trustProxy: number) {
  if ((socket as TLSSocket).encrypted) return true;
  if (trustProxy === 0) return false;
  const schemes = [first(headers['x-forwarded-proto']), first(headers['x-forwarded-scheme'])];
  return schemes.includes('https') || first(headers['x-forwarded-ssl']) === 'on';
}

function ownOrigin(request: IncomingMessage, trustProxy: number) {
  const forwarded = trustProxy > 0 ? first(request.headers['x-forwarded-host']) : '';
  const host = forwarded || request.headers.host;
  return host && `${isSecure(request, trustProxy) ? 'https' : 'http'}://${host}`;
}

/** Browsers open sockets of other sites with our cookies. A missing Origin is rejected, too. */
export function originAllowed(request: IncomingMessage, { allowedOrigins, appUrl, trustProxy }: OriginRules) {
  const { origin } = request.headers;
  if (!origin || origin === 'null') return false;
  if (origin === ownOrigin(request, trustProxy) || origin === new URL(appUrl).origin) return true;
  return allowedOrigins.some((allowed) =>
    typeof allowed === 'string' ? allowed === origin : allowed.test(origin),
  );
}
