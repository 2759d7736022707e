import { createHmac } from 'node:crypto';
import type { Config } from '../config/config';

/** Derives the sandbox's secrets from the installation's secret, so only this installation can sign or call. */
const derived = (config: Config, purpose: string) =>
  createHmac('sha256', config.secretKeyBase).update(`payment sandbox: ${purpose}`).digest('hex');

export const apiKey = (config: Config) => `sk_test_sandbox_${derived(config, 'api key')}`;
export const webhookSecret = (config: Config) => `whsec_${derived(config, 'webhooks')}`;
