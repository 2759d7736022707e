import {
  cents,
  count,
  each,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import type { Claim, ClaimableLine, ClaimLine, ClaimMessage, OrderClaims } from './contract';
import * as calls from './contract';
import { claimReasons, claimStatuses } from './rules';

const claim = object<Claim>(
  {
    id,
    claim_number: text,
    purchase_order_id: id,
    po_number: text,
    buyer_name: text,
    seller_name: text,
    status: oneOf(claimStatuses),
    description: text,
    photos: list(text),
    photos_pending: count,
    answer_by: time,
    created_at: time,
    decided_at: nullable(time),
    lines: list(
      object<ClaimLine>({
        id,
        purchase_order_product_id: id,
        name: text,
        quantity: units,
        reason: oneOf(claimReasons),
        requested_cents: cents,
        refund_cents: nullable(cents),
      }),
    ),
    messages: list(
      object<ClaimMessage>({
        at: time,
        author: oneOf(['buyer', 'seller', 'staff']),
        body: text,
        photos: list(text),
      }),
    ),
    requested_cents: cents,
    refund_cents: nullable(cents),
    freight_refund_cents: nullable(cents),
    freight_left_cents: cents,
    explanation: nullable(text),
    version: id,
    can: each(['message', 'agree', 'dispute', 'withdraw', 'decide'], flag),
    net_effect_cents: optional(integer),
  },
  'Claim',
);

const one = object<{ claim: Claim }>({ claim });

const doc = tagged('Claims');

export default [
  doc(calls.listClaims, {
    summary: 'List the claims of the company, newest first',
    answer: object<{ claims: Claim[] }>({ claims: list(claim) }),
    query: { page: 1, per: 20 },
  }),
  doc(calls.showClaim, { summary: 'Show a claim', answer: one }),
  doc(calls.orderClaims, {
    summary: 'List the claims of an order, and what can be claimed',
    answer: object<OrderClaims>({
      claims: list(claim),
      claimable: list(
        object<ClaimableLine>({
          purchase_order_product_id: id,
          name: text,
          quantity: units,
          unit_cents: cents,
        }),
      ),
    }),
  }),
  doc(calls.openClaim, {
    summary: 'Claim what is missing or wrong',
    answer: one,
    example: {
      claim: {
        lines: [{ purchase_order_product_id: 3051, quantity: 3, reason: 'missing' }],
        description: 'Three of the boxes were not in the carton.',
      },
    },
  }),
  doc(calls.sendClaimMessage, {
    summary: 'Add a message to a claim',
    answer: one,
    example: { body: 'Here is what the carrier says.' },
  }),
  doc(calls.withdrawClaim, { summary: 'Withdraw a claim', answer: one, example: { version: 1 } }),
  doc(calls.agreeToClaim, {
    summary: 'Agree to a claim, which refunds what it asks for',
    answer: one,
    example: { version: 1 },
  }),
  doc(calls.disputeClaim, {
    summary: 'Dispute a claim; staff decide',
    answer: one,
    example: { message: 'All boxes left our warehouse.', version: 1 },
  }),
];
