import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config';
import { storeOrigin } from '../config/storage-origin';

const NONCE = '{nonce}';
const HOST = '{host}';

function options(config: Config): HelmetOptions {
  const https = config.appUrl.startsWith('https:');
  const analytics = config.analyticsSrc ? [new URL(config.analyticsSrc).origin] : [];
  const provider = config.stripe.kind === 'stripe' ? ['https://checkout.stripe.com'] : [];
  const storage = storeOrigin(config);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...analytics],
        styleSrc: ["'self'", `'nonce-${NONCE}'`],
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...analytics,
          ...(storage ? [storage] : []),
          `${https ? 'wss' : 'ws'}://${HOST}`,
        ],
        formAction: ["'self'", ...provider],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    // no-referrer would make our own form posts send `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
  };
}

function helmetHeaders(helmetOptions: HelmetOptions): Map<string, string> {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(helmetOptions)({ headers: {} } as Request, res as unknown as Response, (error) => {
    if (error) throw error;
  });
  return headers;
}

const POLICY = 'Content-Security-Policy';
/** Clients choose the Host header; it must not end the directive. */
const IS_HOST = /^[\w.:[\]-]+$/;

export function securityHeaders(config: Config): RequestHandler {
  const { [POLICY]: policy = '', ...constant } = Object.fromEntries(helmetHeaders(options(config)));
  const policyFor = filledIn(policy);
  const headers = Object.entries(constant);
  return (req, res, next) => {
    res.setHeader(POLICY, policyFor(nonceOf(res), req.headers.host ?? ''));
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

function filledIn(policy: string): (nonce: string, host: string) => string {
  const [beforeNonce = '', afterNonce = ''] = policy.split(NONCE);
  const [beforeHost = '', afterHost = ''] = afterNonce.split(HOST);
  return (nonce, host) => `${beforeNonce}${nonce}${beforeHost}${IS_HOST.test(host) ? host : ''}${afterHost}`;
}

/** Returns the response's nonce (122 random bits), for the style element of Turbo's progress bar. */
export function nonceOf({ locals }: Pick<Response, 'locals'>): string {
  locals.nonce ??= randomUUID();
  return String(locals.nonce);
}
