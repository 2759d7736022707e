import { limit } from '../http/rate-limit';
import type { Services } from '../services';

/** Up to 35 MB each: bounds what one user can write in an hour. */
const MAX_PER_HOUR = 600;

export const hourlyLimit = (
  services: Pick<Services, 'limitsPool' | 'metrics'>,
  name: 'uploads' | 'previews',
) => limit(services, { name, points: MAX_PER_HOUR, seconds: 3_600 });
