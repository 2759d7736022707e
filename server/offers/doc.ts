import { author, named } from '../accounts/doc';
import { fullAddress, roughAddress } from '../addresses/doc';
import { shippingTerms } from '../contract/shipping-terms';
import {
  anyOf,
  cents,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  resource,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import { threadSummary } from '../orders/doc';
import {
  type BuyAgainAnswer,
  type BuyAgainRow,
  buyAgain,
  changeLine,
  changeShipping,
  createOffer,
  moveToCart,
  offerAgain,
  removeLine,
  saveForLater,
} from './cart/contract';
import {
  acceptOffer,
  counterOffer,
  exportOffers,
  listOffers,
  type Offer,
  type OfferApproval,
  type OfferDocument,
  type OfferHistoryEntry,
  type OfferProduct,
  type OfferProductDocument,
  type OfferShipping,
  type OffersDocument,
  rejectOffer,
  showOffer,
  submitOffer,
  withdrawOffer,
} from './contract';
import { offerStates } from './rules';

const estimate = {
  cartons: nullable(units),
  weight_lb: nullable(units),
  mode: nullable(oneOf(['parcel', 'ltl'])),
  complete: flag,
} as const;

const shipsFrom = nullable(
  object<NonNullable<OfferShipping['ships_from']>>({ city: text, region: text, country: text }),
);

export const approval = {
  id,
  act: oneOf(['submit', 'accept', 'counter']),
  total_cents: cents,
  limit_cents: cents,
  exceeds: oneOf(['order', 'month']),
  requested_by: named,
  expires_at: time,
  approvers: list(text),
  can_approve: flag,
  can_cancel: flag,
} as const;

const offer = resource<Offer>(
  'offer',
  'Offer',
  {
    id,
    offer_number: text,
    created_at: time,
    updated_at: time,
    expires_at: nullable(time),
    state: oneOf(offerStates),
    version: id,
    buyer_id: id,
    seller_id: id,
    seller_user_id: nullable(id),
    buyer_name: text,
    seller_name: text,
    buyer_po_number: nullable(text),
    goods_cents: cents,
    total_cents: cents,
    shipping: object<OfferShipping>(
      {
        ...estimate,
        terms: oneOf(shippingTerms),
        offered_terms: list(oneOf(shippingTerms)),
        freight_cents: nullable(cents),
        freight_status: oneOf(['none', 'to_quote', 'quoted']),
        ship_to_address_id: nullable(id),
        ship_to: nullable(anyOf(fullAddress, roughAddress)),
        ships_from: shipsFrom,
        carrier_instructions: nullable(text),
      },
      'OfferShipping',
    ),
    min_order_cents: optional(nullable(cents)),
    min_order_missing_cents: optional(nullable(cents)),
    total_net_to_seller: nullable(cents),
    buyable: flag,
    can_accept: flag,
    can_counter: flag,
    can_reject: flag,
    can_withdraw: flag,
    purchase_order_id: nullable(id),
    history: list(
      object<OfferHistoryEntry>({
        at: time,
        actor: oneOf(['buyer', 'seller', 'staff', 'system']),
        event: text,
        note: nullable(text),
        lines: list(
          object<OfferHistoryEntry['lines'][number]>({
            offer_product_id: id,
            name: text,
            quantity: units,
            unit_price: cents,
          }),
        ),
        freight_cents: optional(cents),
        by_rule: optional(oneOf([true])),
        rule: optional(text),
        by: optional(author),
        requested_by: optional(named),
      }),
    ),
    rule_hold: optional(oneOf(['planned', 'stock', 'daily_limit', 'unpaid_orders'])),
    approval: optional(object<OfferApproval>({ ...approval, status: oneOf(['requested']) })),
    ...threadSummary,
  },
  ['offer_products'],
);

const line = resource<OfferProduct>('offer_product', 'OfferProduct', {
  product: object<OfferProduct['attributes']['product']>({
    id,
    seller_id: id,
    name: text,
    upc: text,
    units: nullable(units),
    min_order_units: nullable(units),
    order_multiple: optional(units),
    seller_price_cents: nullable(cents),
    msrp_cents: nullable(cents),
    outer_quantity: optional(nullable(units)),
    listed: flag,
    paused: optional(flag),
  }),
  images: list(text),
  quantity: units,
  unit_price: cents,
  total_price: cents,
  buyable: flag,
  seller_offer_price: nullable(cents),
  buyer_offer_price: cents,
  min_price: nullable(cents),
  max_price: nullable(cents),
});

export const offerDocument = object<OfferDocument>({ data: offer, included: list(line) });

const requested = {
  202: 'Above the member’s limit: unchanged, and waiting for a colleague (attribute approval).',
};

const doc = tagged('Offers');

const offers = [
  doc(listOffers, {
    summary: 'List the offers of the company, newest first',
    answer: object<OffersDocument>({ data: list(offer), included: list(line) }),
    query: { page: 1, per: 20, state: ['seller_review', 'buyer_review'] },
    statuses: { 304: 'Nothing of the company’s changed after `updated_since`.' },
  }),
  doc(exportOffers, { summary: 'Download the offers as CSV', answer: 'text/csv' }),
  doc(showOffer, { summary: 'Show an offer with its lines', answer: offerDocument }),
  doc(submitOffer, {
    summary: 'Send a draft to its seller',
    answer: offerDocument,
    example: { version: 3, note: 'We can pick up this week.', buyer_po_number: '4500012345' },
    statuses: requested,
  }),
  doc(acceptOffer, {
    summary: 'Accept an offer, or buy a draft at the asking prices',
    answer: offerDocument,
    example: { version: 3 },
    statuses: requested,
  }),
  doc(counterOffer, {
    summary: 'Name other prices for the lines',
    answer: offerDocument,
    example: { version: 3, offer_products_attributes: [{ id: 2087, unit_price: 425 }] },
    statuses: requested,
  }),
  doc(rejectOffer, {
    summary: 'Reject an offer',
    answer: offerDocument,
    example: { version: 3, note: 'Sold elsewhere.' },
  }),
  doc(withdrawOffer, {
    summary: 'Withdraw an offer or counter that isn’t answered yet',
    answer: offerDocument,
    example: { version: 3 },
  }),
];

const again = object<BuyAgainAnswer>({
  rows: list(
    object<BuyAgainRow>({
      product_id: id,
      name: text,
      result: oneOf(['same', 'changed', 'unavailable', 'in_cart', 'in_offer']),
      reason: nullable(text),
      quantity: object<BuyAgainRow['quantity']>({ old: units, new: nullable(units) }),
      unit_price: object<BuyAgainRow['unit_price']>({ old: cents, new: nullable(cents) }),
    }),
  ),
  offer_id: nullable(id),
});

const cartDoc = tagged('Cart');
const product_id = 812;

const cart = [
  cartDoc(createOffer, {
    summary: 'Add products of a seller to the cart, which is a draft offer',
    answer: offerDocument,
    example: {
      offer: {
        seller_user_id: 57,
        offer_products_attributes: [{ product_id, quantity: 24, unit_price: 450 }],
      },
    },
  }),
  cartDoc(changeLine, {
    summary: 'Change quantity and price of a line',
    answer: object<OfferProductDocument>({ data: line, included: list(offer) }),
    example: { quantity: 36, unit_price: 450 },
  }),
  cartDoc(removeLine, { summary: 'Remove a line', answer: null }),
  cartDoc(saveForLater, {
    summary: 'Save a line for later',
    answer: offerDocument,
    example: { offer_product_id: 2087 },
  }),
  cartDoc(moveToCart, {
    summary: 'Move a saved line back to the cart',
    answer: offerDocument,
    example: { offer_product_id: 2087 },
  }),
  cartDoc(changeShipping, {
    summary: 'Choose how a draft ships and where to',
    answer: offerDocument,
    example: { shipping: { terms: 'pickup', carrier_instructions: 'Call ahead.' } },
  }),
  cartDoc(buyAgain, {
    summary: 'Put the products of an order in the cart again',
    answer: again,
    example: { preview: true },
  }),
  cartDoc(offerAgain, {
    summary: 'Put the products of a closed offer in the cart again',
    answer: again,
    example: { preview: true },
  }),
];

export default [...offers, ...cart];
