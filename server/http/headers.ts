import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config';
import { storeOrigin } from '../storage/origin';

/** Security headers. Scripts and styles come from our own host alone; nothing inline. */
export function securityHeaders(config: Config): RequestHandler {
  const https = config.appUrl.startsWith('https:');
  const analytics = config.analyticsSrc ? [new URL(config.analyticsSrc).origin] : [];
  const provider = config.stripe.kind === 'stripe' ? ['https://checkout.stripe.com'] : [];
  const storage = storeOrigin(config);
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...analytics],
        styleSrc: ["'self'", (_req, res) => `'nonce-${nonceOf(res)}'`],
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...analytics,
          ...(storage ? [storage] : []),
          (req) => `${https ? 'wss' : 'ws'}://${req.headers.host ?? ''}`,
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
  });
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
