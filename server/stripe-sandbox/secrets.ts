import { createHmac } from 'node:crypto';
import type { Config } from '../config/config';

/** The sandbox's secrets are this installation's own, made from its one secret: nobody outside can sign or call. */
const derived = (config: Config, purpose: string) =>
  createHmac('sha256', config.secretKeyBase).update(`payment sandbox: ${purpose}`).digest('hex');

export const apiKey = (config: Config) => `sk_test_sandbox_${derived(config, 'api key')}`;
export const webhookSecret = (config: Config) => `whsec_${derived(config, 'webhooks')}`;
