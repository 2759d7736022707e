import { type EnvironmentReader, isLoopback } from './environment-reader';

export type Needs = 'everything' | 'database';

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** Production refuses default secrets, and local storage unless STANDALONE is set. */
export function requireInProduction(settings: EnvironmentReader, demo: boolean, needs: Needs) {
  const standalone = settings.flag('STANDALONE') ?? false;
  const external = standalone ? [] : ['DATABASE_URL', 'S3_BUCKET'];
  const integrations = demo ? [] : [...STRIPE, 'SMTP_URL'];
  const everything = [...external, ...integrations, 'APP_URL', 'SECRET_KEY_BASE'];
  const required = needs === 'database' ? external.slice(0, 1) : everything;
  for (const name of required) settings.missing(name, 'production does not start without it');
}

/** DEMO publishes mails and sign-ins, so in production it works on this machine only. */
export function readDemo(settings: EnvironmentReader, production: boolean, appUrl: URL | null) {
  const requested = settings.flag('DEMO');
  const local = appUrl !== null && isLoopback(appUrl);
  if (production && requested && !local) settings.wrong('DEMO', 'false, as APP_URL is not on this machine');
  return production ? requested === true && local : (requested ?? true);
}

export function readRateLimits(settings: EnvironmentReader, demo: boolean) {
  const requested = settings.choice('RATE_LIMITS', 'on', 'off');
  if (requested === 'off' && !demo) settings.wrong('RATE_LIMITS', 'on, where DEMO is not true');
  return requested !== 'off';
}

export function readSeedDemo(settings: EnvironmentReader, demo: boolean, appUrl: URL | null) {
  const requested = settings.flag('SEED_DEMO');
  const local = demo || (appUrl !== null && isLoopback(appUrl));
  if (requested && !local) settings.wrong('SEED_DEMO', 'false, as APP_URL is not on this machine');
  return requested ?? (demo && !settings.has('DATABASE_URL'));
}

/** Staff see everything, so that outside the demo their password alone does not suffice. */
export function readStaffSecondFactor(settings: EnvironmentReader, production: boolean, demo: boolean) {
  const requested = settings.choice('STAFF_SECOND_FACTOR', 'required', 'off');
  return requested === null ? production && !demo : requested === 'required';
}
