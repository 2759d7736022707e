import type { Document, Resource } from '../contract/document';
import { endpoint } from '../contract/endpoint';
import { array, id, mixed, number, object, price, text, units } from '../contract/fields';
import { island } from '../contract/island';
import { type Cents, formatUnits, lineTotal, type Units } from '../contract/money';

export const offerStates = [
  'draft',
  'saved_for_later',
  'seller_review',
  'buyer_review',
  'accepted',
  'rejected',
] as const;
export type OfferState = (typeof offerStates)[number];
export type Side = 'buyer' | 'seller';

/** Who may do what from where, and where it leads. Anything else is 409 (contract section 3, Negotiation; section 7). */
export const offerMoves = [
  { event: 'submit', by: 'buyer', from: 'draft', to: 'seller_review' },
  { event: 'accept', by: 'buyer', from: 'draft', to: 'accepted' },
  { event: 'accept', by: 'seller', from: 'seller_review', to: 'accepted' },
  { event: 'accept', by: 'buyer', from: 'buyer_review', to: 'accepted' },
  { event: 'counter', by: 'seller', from: 'seller_review', to: 'buyer_review' },
  { event: 'counter', by: 'buyer', from: 'buyer_review', to: 'seller_review' },
  { event: 'reject', by: 'seller', from: 'seller_review', to: 'rejected' },
  { event: 'reject', by: 'buyer', from: 'buyer_review', to: 'rejected' },
  // While the other side has not answered: the buyer takes the offer back, the seller the counter.
  { event: 'withdraw', by: 'buyer', from: 'seller_review', to: 'rejected' },
  { event: 'withdraw', by: 'seller', from: 'buyer_review', to: 'seller_review' },
] as const satisfies readonly { event: string; by: Side; from: OfferState; to: OfferState }[];

export type OfferEvent = (typeof offerMoves)[number]['event'];

/** Where this side's event leads from this state; null where it may not happen. */
export const moveOf = (event: OfferEvent, by: Side, from: OfferState): OfferState | null =>
  offerMoves.find((move) => move.event === event && move.by === by && move.from === from)?.to ?? null;

export const inCart = (state: OfferState) => state === 'draft' || state === 'saved_for_later';
export const underReview = (state: OfferState) => state === 'seller_review' || state === 'buyer_review';

/** What of a product decides over a line. */
export interface LineProduct {
  units: Units | null;
  min_order_units: Units | null;
  seller_price_cents: Cents | null;
  listed: boolean;
}

/** The smaller of the minimum and what is left; 1 at least (contract section 7). */
export const effectiveMinimum = ({
  min_order_units,
  units: left,
}: Pick<LineProduct, 'units' | 'min_order_units'>): Units => {
  const minimum = min_order_units ?? 0n;
  const bounded = left !== null && left < minimum ? left : minimum;
  return bounded > 1n ? bounded : 1n;
};

export const isBuyable = (line: { unit_price: Cents; quantity: Units }, product: LineProduct) =>
  product.listed &&
  product.units !== null &&
  line.quantity <= product.units &&
  line.unit_price === product.seller_price_cents;

export interface LineErrors {
  quantity?: string;
  unit_price?: string;
}

/** The cart's bounds of one line, in the spec's words (spec 1, section 5). */
export function lineErrors(
  line: { quantity: Units | null; unit_price: Cents | null },
  product: LineProduct,
  dollarsOf: (amount: Cents) => string,
): LineErrors {
  const errors: LineErrors = {};
  const minimum = effectiveMinimum(product);
  if (product.units !== null && line.quantity !== null && line.quantity > product.units) {
    errors.quantity = `${formatUnits(product.units)} max`;
  } else if (line.quantity === null || line.quantity < minimum)
    errors.quantity = `${formatUnits(minimum)} min`;
  const asking = product.seller_price_cents;
  if (asking !== null && line.unit_price !== null && line.unit_price > asking)
    errors.unit_price = `${dollarsOf(asking)} max`;
  else if (line.unit_price === null || line.unit_price < 1) errors.unit_price = '$0.01 min';
  return errors;
}

export const offerTotal = (lines: readonly { unit_price: Cents; quantity: Units }[]) =>
  lines.map((line) => lineTotal(line.unit_price, line.quantity));

export const ABOVE_SELLER = 'Above seller offer';
export const BELOW_BUYER = 'Below buyer offer';

/** What a counter of this line may say; null for within its bounds. */
export const counterError = (
  unitPrice: Cents | null,
  by: Side,
  bounds: { min: Cents; max: Cents },
): string | null => {
  if (unitPrice === null || unitPrice < bounds.min) return by === 'seller' ? BELOW_BUYER : '$0.01 min';
  return unitPrice > bounds.max ? (by === 'buyer' ? ABOVE_SELLER : 'Above asking price') : null;
};

export interface OfferHistoryEntry {
  at: string;
  actor: 'buyer' | 'seller' | 'staff';
  event: string;
  note: string | null;
  lines: { offer_product_id: number; name: string; quantity: Units; unit_price: Cents }[];
}

export type Offer = Resource<
  'offer',
  {
    id: number;
    offer_number: string;
    created_at: string;
    updated_at: string;
    expires_at: string | null;
    state: OfferState;
    version: number;
    buyer_id: number;
    seller_id: number;
    seller_user_id: number | null;
    buyer_name: string;
    seller_name: string;
    total_cents: Cents;
    total_net_to_seller: Cents;
    buyable: boolean;
    can_accept: boolean;
    can_counter: boolean;
    can_reject: boolean;
    can_withdraw: boolean;
    purchase_order_id: number | null;
    history: OfferHistoryEntry[];
  },
  'offer_products'
>;

export type OfferProduct = Resource<
  'offer_product',
  {
    product: LineProduct & {
      id: number;
      seller_id: number;
      name: string;
      upc: string;
      msrp_cents: Cents | null;
    };
    images: string[];
    quantity: Units;
    unit_price: Cents;
    total_price: Cents;
    buyable: boolean;
    seller_offer_price: Cents | null;
    buyer_offer_price: Cents;
    /** The bounds that a price named by the present reader must keep; null where it is not their turn. */
    min_price: Cents | null;
    max_price: Cents | null;
  }
>;

export type OfferDocument = Document<Offer, OfferProduct>;
export type OffersDocument = Document<Offer[], OfferProduct>;

// A version older than the stored one is 409 (contract section 2).
const version = () => number().integer();
const versioned = object({ version: version() });
const unitPrice = () => price().required('Please name a price').min(1, '$0.01 min');
const quantity = () => units(1n, '1 min').required('Please name a quantity');
const note = () => text(500);

export const createOfferBody = object({
  offer: object({
    seller_user_id: id().required('Please name a seller'),
    offer_products_attributes: array(
      object({ product_id: id().required(), quantity: quantity(), unit_price: unitPrice() }),
    )
      .required()
      .min(1, 'Please add a product')
      .max(500, 'An offer has at most 500 products'),
  }).required(),
});

export const lineBody = object({ quantity: quantity(), unit_price: unitPrice(), version: version() });

export const counterBody = object({
  offer_products_attributes: array(object({ id: id().required(), unit_price: unitPrice() }))
    .required('Please name new prices')
    .min(1, 'Please name new prices')
    .max(500),
  note: note(),
  version: version(),
});

const moveLineBody = object({ offer_product_id: id().required(), version: version() });
const notedBody = object({ note: note(), version: version() });

export const listOffers = endpoint<OffersDocument>()('GET /offers');
export const showOffer = endpoint<OfferDocument>()('GET /offers/:id');
export const createOffer = endpoint<OfferDocument>()('POST /offers', createOfferBody);
export const changeLine = endpoint<OfferProductDocument>()(
  'PUT /offers/:offer_id/offer_products/:id',
  lineBody,
);
export const removeLine = endpoint<undefined>()(
  'DELETE /offers/:offer_id/offer_products/:id',
  null,
  object({ version: version() }),
);
export const saveForLater = endpoint<OfferDocument>()('POST /offers/:id/save_for_later', moveLineBody);
export const moveToCart = endpoint<OfferDocument>()('POST /offers/:id/move_to_cart', moveLineBody);
export const submitOffer = endpoint<OfferDocument>()('PUT /offers/:id/submit', versioned);
export const acceptOffer = endpoint<OfferDocument>()('PUT /offers/:id/accept', versioned);
export const counterOffer = endpoint<OfferDocument>()('POST /offers/:id/counter_offer', counterBody);
export const rejectOffer = endpoint<OfferDocument>()('POST /offers/:id/counter_offer/reject', notedBody);
export const withdrawOffer = endpoint<OfferDocument>()('POST /offers/:id/withdraw', notedBody);

/** `data.attributes.buyable` of the line that was changed; its offer is included. */
export type OfferProductDocument = Document<OfferProduct, Offer>;

/** The 422 of an acceptance that fell short. */
export interface AcceptFailure {
  cancelled: boolean;
  cancelled_products: { id: number; name: string; old_units: Units; new_units: Units }[];
}

export const cart = island<{ offers: OffersDocument }>('cart');
export const cartDrawer = island<{ offers?: OffersDocument }>('cart-drawer');
export const myOffers = island<{ offers: OffersDocument; side: Side; feeBps: number }>('my-offers');

export { mixed };
