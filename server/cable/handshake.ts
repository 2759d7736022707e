import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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
