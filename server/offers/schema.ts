import { array, id, number, object, price, text, units } from '../contract/fields';
import { buyerPoNumber } from '../orders/buyer-po-number-schema';
import { BUYER_PO_NUMBER_LENGTH } from '../orders/rules';
import { MAX_LINES, TOO_MANY_LINES } from './rules';
import { freight, shipTo } from './shipping/schema';

// A version older than the stored one is 409 (docs/rules.md#wire-format).
const version = () => number().integer();

const unitPrice = () => price().required('Enter a price').min(1, '$0.01 min');

const quantity = () => units(1n, '1 min').required('Enter a quantity');

const note = () => text(500);

export const shippedBody = object({
  version: version(),
  ship_to_address_id: shipTo(),
  note: note(),
  buyer_po_number: buyerPoNumber(),
});

export const createOfferBody = object({
  offer: object({
    seller_user_id: id().required('Choose a seller'),
    offer_products_attributes: array(
      object({
        product_id: id().required('Choose a product'),
        quantity: quantity(),
        unit_price: unitPrice(),
      }),
    )
      .required('Add a product')
      .min(1, 'Add a product')
      .max(MAX_LINES, TOO_MANY_LINES),
  }).required(),
}).meta({ root: 'offer' });

export const lineBody = object({ quantity: quantity(), unit_price: unitPrice(), version: version() });

export const counterBody = object({
  offer_products_attributes: array(object({ id: id().required('Choose a product'), unit_price: unitPrice() }))
    .required('Enter new prices')
    .min(1, 'Enter new prices')
    .max(MAX_LINES, TOO_MANY_LINES),
  freight_cents: freight(),
  note: note(),
  version: version(),
});

export const moveLineBody = object({
  offer_product_id: id().required('Choose a product'),
  version: version(),
});

export const notedBody = object({ note: note(), version: version() });

/** Of the dialog: only a buyer who accepts names a number. */
export const endingForm = object({
  note: note().defined(),
  buyer_po_number: text(BUYER_PO_NUMBER_LENGTH).defined(),
});

export const removeLineQuery = object({ version: version() });
