import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { broadcastOffer } from '../offers/channel';
import { lockOffer } from '../offers/offer';
import type { Services } from '../services';
import { messageById } from './queries';

/** Both sides then read that it was removed. Repeated, changes nothing. */
export const hideMessage = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Staff,
  { id, offer_id }: { id: bigint; offer_id: number },
  reason: string,
) =>
  transaction(async (tx) => {
    const offer = await lockOffer(tx, offer_id);
    const hidden = await tx('messages')
      .where({ id: String(id) as never, hidden_at: null })
      .update({ hidden_at: tx.fn.now(), hidden_by: viewer.id, hidden_reason: reason });
    if (hidden > 0) {
      const after = { offer_id, reason };
      await audit(tx, viewer, 'message.hide', 'message', Number(id), { after });
      broadcastOffer(tx, offer, 'message');
    }
    const message = await messageById(tx, id);
    if (!message) throw NotFound();
    return message;
  });
