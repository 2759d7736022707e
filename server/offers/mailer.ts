import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { deliver } from '../mail/mailer';
import { reviewState } from './state-contract';

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
    subject: `${offer.offer_number} ends tomorrow`,
    view: 'offer_expires',
    eventKey: `offer:${offer.id}:expires:${offer.expires_at?.getTime()}`,
    locals: { name: person.full_name, offerNumber: offer.offer_number, path: '/my_offers' },
  });
}
