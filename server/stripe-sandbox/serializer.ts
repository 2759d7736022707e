import type { Charge, Intent, Refund, Session } from './objects';
import type { Sandbox } from './sandbox';

export const checkoutPageUrl = (origin: string, session: string) => `${origin}/sandbox/checkout/${session}`;
export const verifyPageUrl = (origin: string, intent: string) => `${origin}/sandbox/verify/${intent}`;

/** URLs use the present origin, which may differ from the one at the time of storage. */
export const sessionToWire = (
  { origin }: Pick<Sandbox, 'origin'>,
  { line_items, payment_intent_data, submit_message, ...session }: Session,
) => ({
  after_expiration: null,
  allow_promotion_codes: null,
  amount_subtotal: session.amount_total,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  consent: null,
  consent_collection: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: submit_message ? { message: submit_message } : null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_creation: 'if_required',
  customer_details: null,
  customer_email: null,
  invoice: null,
  livemode: false,
  locale: null,
  mode: 'payment',
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_options: {},
  phone_number_collection: { enabled: false },
  recovered_from: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ...session,
  url: session.url && checkoutPageUrl(origin, session.id),
});

const nextAction = (origin: string, { id, next_action }: Pick<Intent, 'id' | 'next_action'>) =>
  next_action && {
    ...next_action,
    verify_with_microdeposits: {
      ...next_action.verify_with_microdeposits,
      hosted_verification_url: verifyPageUrl(origin, id),
    },
  };

export const intentToWire = (
  { origin }: Pick<Sandbox, 'origin'>,
  { settles_at, session, ...intent }: Intent,
) => ({
  amount_capturable: 0,
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  capture_method: 'automatic',
  client_secret: `${intent.id}_secret_sandbox`,
  confirmation_method: 'automatic',
  customer: null,
  livemode: false,
  on_behalf_of: null,
  payment_method: null,
  payment_method_options: {},
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  ...intent,
  next_action: nextAction(origin, intent),
});

export const chargeToWire = (charge: Charge) => ({
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null },
  calculated_statement_descriptor: null,
  customer: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  ...charge,
});

export const refundToWire = (refund: Refund) => ({
  balance_transaction: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...refund,
});
