import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { deliver } from '../mail/mailer';
import { reviewState } from './state-contract';

const utcTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

export async function expiryReminder(
  tx: Tx,
  offer: Pick<OfferRow, 'id' | 'offer_number' | 'state' | 'buyer_id' | 'seller_id' | 'expires_at'>,
) {
  const side =
    offer.state === reviewState.seller ? { seller_id: offer.seller_id } : { buyer_id: offer.buyer_id };
  const person = await tx('users').where(side).first('email', 'full_name');
  if (!person) return;
  await deliver(tx, {
    to: person.email,
    subject: `${offer.offer_number} expires tomorrow`,
    view: 'offer_expires',
    eventKey: `offer:${offer.id}:expires:${offer.expires_at?.getTime()}`,
    locals: {
      name: person.full_name,
      offerNumber: offer.offer_number,
      expiresAt: offer.expires_at && utcTime.format(offer.expires_at),
      path: '/my_offers',
    },
  });
}
