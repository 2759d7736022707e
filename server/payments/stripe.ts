import Stripe from 'stripe';
import type { Config } from '../config/config';
import { BadGateway, type HttpError, Unavailable } from '../http/errors';
import type { Services } from '../services';
import { sandboxOf } from '../stripe-sandbox/jobs';
import { apiKey, webhookSecret } from '../stripe-sandbox/secrets';
import { inProcess } from '../stripe-sandbox/transport';

/** One silent try and one more stay under the 10 s that a person is made to wait (see `within`). */
const TIMEOUT_MS = 4_000;
const RETRIES = 1;
const DEADLINE_MS = 9_000;

const shared = {
  timeout: TIMEOUT_MS,
  maxNetworkRetries: RETRIES,
  // Else the package writes an id into the home folder and reports latencies.
  telemetry: false,
} as const satisfies Stripe.StripeConfig;

const clients = new WeakMap<Config, Stripe>();

/** The provider: the `stripe` package, against Stripe or a stand-in at STRIPE_API_BASE, or against the sandbox. */
export function providerOf(services: Services): Stripe {
  const known = clients.get(services.config);
  if (known) return known;
  const client = connect(services);
  clients.set(services.config, client);
  return client;
}

function connect(services: Services): Stripe {
  const { config } = services;
  if (config.stripe.kind === 'sandbox')
    return new Stripe(apiKey(config), { ...shared, httpClient: inProcess(sandboxOf(services)) });
  if (!config.stripe.apiBase) return new Stripe(config.stripe.secretKey, shared);
  const { protocol, hostname, port } = new URL(config.stripe.apiBase);
  return new Stripe(config.stripe.secretKey, {
    ...shared,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
  });
}

export const webhookSecretOf = (config: Config) =>
  config.stripe.kind === 'sandbox' ? webhookSecret(config) : config.stripe.webhookSecret;

const AWAY = 'The payment provider cannot be reached. Please try again in a moment.';
const REFUSED = 'The payment provider refused the request. Please contact us.';

/** What the provider's failure is to the person who waits for it: 503 where it is away, 502 where it refuses. */
export function asHttpError(error: unknown): HttpError | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return isAway(error) ? Unavailable(AWAY) : BadGateway(REFUSED);
}

/** Not reached, or not able just now: the same request may be made again. */
export const isAway = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) >= 500);

export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 404;

/**
 * For an act that a person waits for: answers 503 after 9 s at the latest. What was begun goes on and is kept;
 * the next try finds it.
 */
export async function within<T>(act: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Unavailable(AWAY)), DEADLINE_MS);
  });
  try {
    return await Promise.race([act(), tooLate]);
  } catch (error) {
    throw asHttpError(error) ?? error;
  } finally {
    clearTimeout(timer);
  }
}
