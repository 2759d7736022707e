import { author, named } from '../accounts/doc';
import { countries, docks } from '../addresses/rules';
import { shippingTerms } from '../contract/shipping-terms';
import type { ThreadMessage } from '../contract/thread-message';
import { MESSAGE_ACTS } from '../contract/thread-message';
import {
  type Answer,
  anyObject,
  cents,
  count,
  day,
  each,
  flag,
  hideable,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  resource,
  signedCents,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import {
  changeBuyerPoNumber,
  exportOrders,
  listPurchaseOrders,
  type OrderActivity,
  type OrderAddress,
  type OrderDocumentLink,
  type OrderEarnings,
  type OrderHistoryEntry,
  type OrderOrigin,
  type OrderShipping,
  type PurchaseOrder,
  type PurchaseOrderDocument,
  type PurchaseOrderProduct,
  type PurchaseOrdersDocument,
  type Shipment,
  showPurchaseOrder,
} from './contract';
import { carriers, orderStatuses, shipmentModes } from './rules';

export const threadMessage = object<ThreadMessage>(
  {
    id,
    offer_id: id,
    side: oneOf(['buyer', 'seller']),
    name: text,
    act: nullable(oneOf(MESSAGE_ACTS)),
    body: text,
    masked: flag,
    mine: flag,
    by: optional(author),
    hidden: flag,
    created_at: time,
  },
  'Message',
);

export const threadSummary = {
  last_message: nullable(threadMessage),
  message_count: count,
  unread_messages: count,
} as const;

const status = oneOf(orderStatuses);
const actor = oneOf(['buyer', 'seller', 'staff', 'provider', 'system']);

export const shipment = object<Shipment>(
  {
    number: id,
    status: oneOf(['packed', 'shipped', 'canceled']),
    mode: oneOf(shipmentModes),
    carrier: nullable(oneOf(carriers)),
    carrier_name: nullable(text),
    tracking: list(object<Shipment['tracking'][number]>({ number: text, url: nullable(text) })),
    cartons: nullable(units),
    pallets: nullable(count),
    weight_lb: nullable(units),
    shipped_at: nullable(time),
    lines: list(object<Shipment['lines'][number]>({ purchase_order_product_id: id, quantity: units })),
  },
  'Shipment',
);

const AMOUNTS = 'Sellers need amounts:read.';

/** See `withoutAmounts`. */
const amount = <Type>(of: Answer<Type>) => hideable(of, `US cents. ${AMOUNTS}`);

const place = { city: text, region: text, country: oneOf(countries) } as const;

/** Absent where the viewer may not read them yet. */
const person = {
  company: optional(text),
  attention: optional(nullable(text)),
  line1: optional(text),
  line2: optional(nullable(text)),
  phone: optional(text),
  phone_display: optional(text),
  hours: optional(nullable(text)),
  instructions: optional(nullable(text)),
} as const;

const shipTo = object<OrderAddress>(
  { ...place, postal_code: text, dock: oneOf(docks), appointment: flag, ...person },
  'OrderAddress',
);

const shipFrom = object<OrderOrigin>(
  {
    ...place,
    postal_code: optional(text),
    dock: optional(oneOf(docks)),
    appointment: optional(flag),
    ...person,
  },
  'OrderOrigin',
);

const earnings = object<OrderEarnings>(
  {
    net_cents: signedCents,
    status: oneOf(['pending', 'available', 'in_payout', 'paid', 'canceled']),
    payout_number: nullable(text),
    paid_on: nullable(day),
    available_by: optional(time),
  },
  'OrderEarnings',
);

export const purchaseOrder = resource<PurchaseOrder>(
  'purchase_order',
  'PurchaseOrder',
  {
    id,
    po_number: text,
    offer_id: id,
    status,
    version: id,
    created_at: time,
    updated_at: time,
    buyer_id: id,
    seller_id: id,
    buyer_name: text,
    seller_name: text,
    buyer_po_number: nullable(text),
    total_cents: amount(cents),
    total_net_to_seller: amount(nullable(cents)),
    carrier: nullable(text),
    tracking_number: nullable(text),
    reason: nullable(text),
    refund_status: hideable(nullable(oneOf(['pending', 'succeeded', 'failed'])), AMOUNTS),
    pay_by: nullable(time),
    can_pay: flag,
    can_verify: flag,
    history: list(
      object<OrderHistoryEntry>({
        at: time,
        actor,
        event: text,
        status,
        reason: nullable(text),
        by: optional(author),
        requested_by: optional(named),
      }),
    ),
    goods_cents: amount(cents),
    freight_cents: amount(cents),
    refunded_cents: amount(cents),
    ship_by: nullable(day),
    ship_by_ends_at: nullable(time),
    ship_by_zone: nullable(text),
    receipt_due_at: nullable(time),
    claim_until: nullable(time),
    shipping: object<OrderShipping>({
      terms: oneOf(shippingTerms),
      ship_to: nullable(shipTo),
      ship_from: nullable(shipFrom),
      carrier_instructions: nullable(text),
      needs_ship_to: flag,
    }),
    shipments: list(shipment),
    documents: list(
      object<OrderDocumentLink>({
        kind: oneOf(['purchase_order', 'invoice', 'packing_slip', 'credit_memo']),
        number: text,
        url: text,
      }),
    ),
    earnings: hideable(nullable(earnings), AMOUNTS),
    can: each(
      [
        'change_ship_to',
        'change_buyer_po_number',
        'ship',
        'cancel',
        'cancel_remaining',
        'receive',
        'extend',
        'claim',
      ],
      flag,
    ),
    ...threadSummary,
  },
  ['purchase_order_products'],
);

const product = resource<PurchaseOrderProduct>('purchase_order_product', 'PurchaseOrderProduct', {
  quantity: units,
  canceled_quantity: units,
  unit_cents: amount(cents),
  total_cents: amount(cents),
  net_to_seller: amount(nullable(cents)),
  images: list(text),
  product: object<PurchaseOrderProduct['attributes']['product']>({
    id,
    seller_id: id,
    name: text,
    upc: text,
    sku: nullable(text),
  }),
});

export const purchaseOrders = object<PurchaseOrdersDocument>({
  data: list(purchaseOrder),
  included: list(product),
});

const doc = tagged('Orders');

export default [
  doc(listPurchaseOrders, {
    summary: 'List the orders of the company, newest first',
    answer: purchaseOrders,
    query: { page: 1, per: 20, status: ['awaiting_shipment'] },
    statuses: { 304: 'Nothing of the company’s changed after `updated_since`.' },
  }),
  doc(exportOrders, { summary: 'Download the orders as CSV', answer: 'text/csv' }),
  doc(showPurchaseOrder, {
    summary: 'Show an order with its lines and activity',
    answer: object<PurchaseOrderDocument>({
      data: purchaseOrder,
      included: list(product),
      activity: list(
        object<OrderActivity>({ at: time, actor, event: text, detail: anyObject(), by: optional(author) }),
      ),
    }),
  }),
  doc(changeBuyerPoNumber, {
    summary: 'Change the buyer’s PO number of an order, until it ships',
    answer: object<{ data: PurchaseOrder }>({ data: purchaseOrder }),
    example: { buyer_po_number: '4500012345', version: 3 },
  }),
];
