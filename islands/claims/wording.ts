import type { Claim } from '../../server/claims/contract';
import { cents, dollars } from '../../server/contract/money';
import type { Tone } from '../ui/badge';

export const claimStatusLabels: Record<Claim['status'], string> = {
  open: 'Open',
  in_review: 'In review',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
};

export const claimTones: Record<Claim['status'], Tone> = {
  open: 'yellow',
  in_review: 'yellow',
  approved: 'green',
  denied: 'red',
  withdrawn: 'gray',
};

export type Side = 'buyer' | 'seller' | 'staff';

/** What happens next, where the date of the answer ends the sentence; null for a claim that is over. */
export function nextStep({ status }: Claim, side: Side): string | null {
  if (status === 'in_review')
    return side === 'staff' ? 'Both sides are waiting for your decision' : 'Our team reviews this claim';
  if (status !== 'open') return null;
  return side === 'seller' ? 'Answer by' : 'The seller answers by';
}

export const signedDollars = (amount: number) =>
  `${amount < 0 ? '−' : ''}${dollars(cents(Math.abs(amount)))}`;

const authors: Record<Claim['messages'][number]['author'], (claim: Claim) => string> = {
  buyer: ({ buyer_name }) => buyer_name,
  seller: ({ seller_name }) => seller_name,
  staff: () => 'Our team',
};

export const authorOf = (claim: Claim, author: Claim['messages'][number]['author']) => authors[author](claim);
