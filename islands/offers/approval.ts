import { createContext } from 'react';
import { type Cents, dollars } from '../../server/contract/money';
import type { OfferApproval, OfferDocument } from '../../server/offers/contract';
import { notify } from '../browser/alerts';

type Waiting = Pick<OfferApproval, 'id' | 'approvers' | 'can_approve' | 'can_cancel'>;

/** The viewer's limit per order; null for none. */
export const OrderLimit = createContext<Cents | null>(null);

/** Says that an act of this total asks for approval; null within the limit per order. The server knows the month's. */
export const aboveLimit = (total: Cents | null, limit: Cents | null) =>
  total !== null && limit !== null && total > limit
    ? `Above your limit of ${dollars(limit)} per order, so it needs approval.`
    : null;

/** `Waiting for Anna Bauer and 1 other` */
export function waitingFor({ can_approve, approvers: [first, ...others] }: Waiting): string {
  if (can_approve) return 'Waiting for your approval';
  if (first === undefined) return 'Waiting for approval';
  if (others.length === 0) return `Waiting for ${first}`;
  return `Waiting for ${first} and ${others.length} other${others.length === 1 ? '' : 's'}`;
}

/** Says that an act above the viewer's limit waits; false where it was done. */
export function notifyRequested({ data: { attributes } }: OfferDocument): boolean {
  const { approval, offer_number } = attributes;
  if (!approval?.can_cancel) return false;
  notify('success', `${offer_number} is above your limit. ${waitingFor(approval)}.`);
  return true;
}
