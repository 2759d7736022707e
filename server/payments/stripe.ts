import Stripe from 'stripe';
import type { Config } from '../config/config';
import { BadGateway, type HttpError, Unavailable } from '../http/errors';
import type { Services } from '../services';
import { sandboxOf } from '../stripe-sandbox/jobs';
import { apiKey, webhookSecret } from '../stripe-sandbox/secrets';
import { inProcess } from '../stripe-sandbox/transport';

const TIMEOUT_MS = 4_000;
const RETRIES = 1;
const DEADLINE_MS = 9_000;

const shared = {
  timeout: TIMEOUT_MS,
  maxNetworkRetries: RETRIES,
  // With telemetry the package writes an id to the home folder and reports latencies.
  telemetry: false,
} as const satisfies Stripe.StripeConfig;

export function createStripe(services: Pick<Services, 'config' | 'db'>): Stripe {
  const { config } = services;
  if (config.stripe.kind === 'sandbox')
    return new Stripe(apiKey(config), { ...shared, httpClient: inProcess(sandboxOf(services)) });
  const { secretKey, apiBase } = config.stripe;
  return new Stripe(secretKey, { ...shared, ...(apiBase && addressOf(new URL(apiBase))) });
}

const addressOf = ({ protocol, hostname, port }: URL): Stripe.StripeConfig =>
  protocol === 'http:'
    ? { protocol: 'http', host: hostname, port: port || 80 }
    : { protocol: 'https', host: hostname, port: port || 443 };

export const webhookSecretOf = (config: Config) =>
  config.stripe.kind === 'sandbox' ? webhookSecret(config) : config.stripe.webhookSecret;

const UNAVAILABLE = "We can't reach the payment provider. Try again in a moment.";
const REFUSED = 'The payment provider rejected the request. Contact us.';

/** 503 when Stripe is unavailable, 502 when it refuses the request; null for other errors. */
function asHttpError(error: unknown): HttpError | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return isUnavailable(error) ? Unavailable(UNAVAILABLE) : BadGateway(REFUSED);
}

export const isUnavailable = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) >= 500);

export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 404;

/** Throws 503 after 9 s. The act continues in the background; the next request finds its result. */
export async function withDeadline<T>(act: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Unavailable(UNAVAILABLE)), DEADLINE_MS);
  });
  try {
    return await Promise.race([act(), timeout]);
  } catch (error) {
    throw asHttpError(error) ?? error;
  } finally {
    clearTimeout(timer);
  }
}
