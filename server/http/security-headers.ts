import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config';
import { storeOrigin } from '../config/storage-origin';

const NONCE = '{nonce}';
const HOST = '{host}';

/** Scripts and styles come from our own host alone; nothing inline. */
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

/** What helmet sets on every answer. */
function headersBy(helmetOptions: HelmetOptions): Map<string, string> {
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
/** A client may send any; in a policy it must not end the directive. */
const IS_HOST = /^[\w.:[\]-]+$/;

/** Helmet's security headers, made once: an answer of its own has only the policy's nonce and host. */
export function securityHeaders(config: Config): RequestHandler {
  const { [POLICY]: policy = '', ...same } = Object.fromEntries(headersBy(options(config)));
  const [beforeNonce = '', afterNonce = ''] = policy.split(NONCE);
  const [beforeHost = '', afterHost = ''] = afterNonce.split(HOST);
  const headers = Object.entries(same);
  return (req, res, next) => {
    const { host = '' } = req.headers;
    res.setHeader(
      POLICY,
      `${beforeNonce}${nonceOf(res)}${beforeHost}${IS_HOST.test(host) ? host : ''}${afterHost}`,
    );
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

const nonces = new WeakMap<object, string>();

/** This answer's nonce: for the style element that Turbo's progress bar adds. */
export function nonceOf(res: object): string {
  let nonce = nonces.get(res);
  if (!nonce) {
    // 122 random bits, from a pool that Node fills in advance.
    nonce = randomUUID();
    nonces.set(res, nonce);
  }
  return nonce;
}
