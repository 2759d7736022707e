import { named } from '../accounts/doc';
import type { Approval } from '../offers/contract';
import { approval, offerDocument } from '../offers/doc';
import { offerStates } from '../offers/rules';
import { anyObject, cents, id, list, nullable, object, oneOf, tagged, text, time } from '../openapi/answer';
import { approvalStatuses, approveRequest, cancelRequest, declineRequest, listApprovals } from './contract';

type Content = Approval['content'];

const shown = object<Approval>(
  {
    ...approval,
    offer_id: id,
    offer_number: text,
    offer_state: oneOf(offerStates),
    seller_name: text,
    version: id,
    status: oneOf(approvalStatuses),
    reason: nullable(oneOf(['changed', 'expired', 'removed', 'replaced'])),
    content: object<Content>({
      lines: list(
        object<Content['lines'][number]>({
          id,
          product_id: id,
          name: text,
          quantity: text,
          unit_price: cents,
        }),
      ),
      freight_cents: nullable(cents),
      shipping_terms: nullable(text),
      ship_to: nullable(anyObject()),
      carrier_instructions: nullable(text),
      note: nullable(text),
      buyer_po_number: nullable(text),
    }),
    decided_by: nullable(named),
    note: nullable(text),
    created_at: time,
    decided_at: nullable(time),
  },
  'Approval',
);

const one = object<{ approval: Approval }>({ approval: shown });

const doc = tagged('Approvals');

export default [
  doc(listApprovals, {
    summary: 'List the requests for approval of the company, newest first',
    answer: object<{ approvals: Approval[] }>({ approvals: list(shown) }),
    query: { status: 'requested' },
  }),
  doc(approveRequest, {
    summary: 'Approve a request, which performs its act',
    answer: offerDocument,
    example: { version: 3 },
  }),
  doc(declineRequest, { summary: 'Decline a request', answer: one, example: { note: 'Over budget.' } }),
  doc(cancelRequest, { summary: 'Cancel your own request', answer: one }),
];
