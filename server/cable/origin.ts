import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

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

/** Rejects sockets from other sites, which browsers open with our cookies. A missing Origin is rejected, too. */
export function originAllowed(request: IncomingMessage, { allowedOrigins, appUrl, trustProxy }: OriginRules) {
  const { origin } = request.headers;
  if (!origin || origin === 'null') return false;
  if (origin === ownOrigin(request, trustProxy) || origin === new URL(appUrl).origin) return true;
  return allowedOrigins.some((allowed) =>
    typeof allowed === 'string' ? allowed === origin : allowed.test(origin),
  );
}
