import { limit } from '../http/rate-limit';
import type { Services } from '../services';

/** Per person and hour (docs/rules.md#claims). */
export function claimLimits(services: Pick<Services, 'limitsPool' | 'metrics' | 'config'>) {
  const { config } = services;
  const claims = limit(services, { name: 'claims', points: 30, seconds: 3_600 });
  const messages = limit(services, { name: 'claim-messages', points: 200, seconds: 3_600 });
  const unlessOff = (consume: (key: string) => Promise<void>) => async (userId: number) => {
    if (config.rateLimits) await consume(String(userId));
  };
  return { claims: unlessOff(claims.consume), messages: unlessOff(messages.consume) };
}
