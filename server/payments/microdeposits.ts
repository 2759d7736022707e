import type { PurchaseOrderRow } from '../../db/tables';
import { Conflict } from '../http/errors';
import type { Services } from '../services';
import { liveAttempts } from './attempts';
import { providerStateOf, verificationUrl } from './provider-state';
import { providerOf } from './stripe';

/** The provider's page for the bank account's deposits. Changes nothing. Throws Conflict where nothing waits for it. */
export async function verificationAddress(
  services: Services,
  { id, status }: Pick<PurchaseOrderRow, 'id' | 'status'>,
): Promise<string> {
  if (status === 'requires_payment_action') {
    for (const attempt of (await liveAttempts(services.db, id)).reverse()) {
      const url = verificationUrl((await providerStateOf(providerOf(services), attempt)).intent);
      if (url) return url;
    }
  }
  throw Conflict('Nothing waits for verification.');
}
