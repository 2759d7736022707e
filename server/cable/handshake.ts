import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PROTOCOLS } from './protocol';

const NOT_FOUND = 'Page not found';
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** For whatever asks for the channel's address by plain HTTP. */
export function notAWebsocket(_request: unknown, response: ServerResponse) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end(NOT_FOUND);
}

/** Answers on a socket that was to be upgraded and will not be. */
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

export const refuseAsMissing = (socket: Duplex) => refuse(socket, '404 Not Found', NOT_FOUND);

export const refuseForNow = (socket: Duplex) =>
  refuse(socket, '503 Service Unavailable', 'Restarting', ['Retry-After: 1']);

export const asksFor = ({ url = '' }: IncomingMessage, path: string) => {
  const asked = url.split('?', 1)[0];
  return asked === path || asked === `${path}/`;
};

export const asksForWebsocket = ({ headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket';

/** Whether the library will accept it: what it would refuse in words of its own is refused before. */
export const isHandshake = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers['sec-websocket-version'] === '13' &&
  KEY.test(String(headers['sec-websocket-key'] ?? ''));

/** Leaves the one protocol to answer with in the request, or none, however odd the list. */
export function chooseProtocol({ headers }: IncomingMessage) {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const chosen = offered.find((name) => PROTOCOLS.includes(name));
  if (chosen) headers['sec-websocket-protocol'] = chosen;
  else delete headers['sec-websocket-protocol'];
}

/** `Upgrade: h2c` and the like are offers that a server may ignore: the request is answered as any other. */
export function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex) {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end());
  server.emit('request', request, response);
}
