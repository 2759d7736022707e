import type { PurchaseOrderRow } from '../../db/tables';
import { Conflict } from '../http/errors';
import type { Services } from '../services';
import { liveAttempts } from './attempts';
import { providerStateOf, verificationUrl } from './provider-state';

export async function findVerificationUrl(
  services: Services,
  { id, status }: Pick<PurchaseOrderRow, 'id' | 'status'>,
): Promise<string> {
  if (status === 'requires_payment_action') {
    for (const attempt of (await liveAttempts(services.db, id)).reverse()) {
      const url = verificationUrl((await providerStateOf(services.stripe, attempt)).intent);
      if (url) return url;
    }
  }
  throw Conflict("This payment doesn't need verification.");
}
