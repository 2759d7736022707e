import { listApprovals } from '../../server/approvals/contract';
import { dollars } from '../../server/contract/money';
import type { Approval } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';

/** What a request became by a colleague; null for one that was canceled or lapsed. */
export function decisionText({ status, decided_by, requested_by, offer_number, total_cents }: Approval) {
  if (!decided_by || decided_by.id === requested_by.id) return null;
  if (status !== 'approved' && status !== 'declined') return null;
  return `${decided_by.name} ${status} your request: ${offer_number}, ${dollars(total_cents)}.`;
}

function linkOf({ status, act, offer_id }: Approval) {
  if (status !== 'approved') return { href: '/my_offers', text: 'View My Offers' };
  return act === 'accept'
    ? { href: '/my_orders', text: 'View My Orders' }
    : { href: `/my_offers?offer=${offer_id}`, text: 'View Offer' };
}

export async function tellDecisions(ended: readonly Pick<Approval, 'id'>[]) {
  const { approvals } = await call(listApprovals, {});
  for (const approval of approvals.filter(({ id }) => ended.some((one) => one.id === id))) {
    const [text, link] = [decisionText(approval), linkOf(approval)];
    if (text) notify(approval.status === 'approved' ? 'success' : 'other', `${text} ${link.text}`, link);
  }
}
