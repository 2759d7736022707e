import { use, useState } from 'react';
import { counted, formatUnits } from '../../server/contract/money';
import { isCollected, type ShippingTerms, shippingTermsLabels } from '../../server/contract/shipping-terms';
import type { Offer } from '../../server/offers/contract';
import { MAX_CARRIER_INSTRUCTIONS } from '../../server/offers/shipping/rules';
import { AddressSelect } from '../addresses/AddressSelect';
import { RadioField } from '../forms/choice-field';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { ADD_LATER, ShipToAddresses } from './ship-to';
import type { ShippingChoice } from './use-shipping-choice';

interface Props {
  offer: Offer;
  choice: ShippingChoice;
}

/** Where one seller's products go and who brings them, in a line; changed in a dialog. */
export function SellerShipping({ offer, choice }: Props) {
  const { seller_name, shipping } = offer.attributes;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="cart-shipping">
      <p className="small">
        {shippingTermsLabels[choice.terms]}
        {placeOf(choice.terms, shipping)} ·{' '}
        <Button tone="link" size="small" onClick={() => setOpen(true)}>
          Change<span className="visually-hidden"> shipping from {seller_name}</span>
        </Button>
      </p>
      {mayAddLater(shipping, choice) && <p className="muted small">{ADD_LATER}</p>}
      <Modal
        title={`Shipping from ${seller_name}`}
        open={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <Button tone="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <ShippingFields offer={offer} choice={choice} />
      </Modal>
    </div>
  );
}

/** Every choice is saved at once. */
function ShippingFields({ offer: { id, attributes }, choice }: Props) {
  const { shipping } = attributes;
  return (
    <div className="stack">
      <div className="stack tight">
        <TermsChoice offerId={id} shipping={shipping} terms={choice.terms} onChange={choice.setTerms} />
        <p className="muted small">
          {meaningOf[choice.terms]} {loadOf(shipping)}
        </p>
      </div>
      {isCollected(choice.terms) ? (
        <Collection shipping={shipping} choice={choice} />
      ) : (
        <ShipTo shipping={shipping} choice={choice} />
      )}
    </div>
  );
}

type Shipping = Offer['attributes']['shipping'];

/** " to Dayton, OH": of the buyer, or of the seller where the order is collected. */
function placeOf(terms: ShippingTerms, { ship_to, ships_from }: Shipping): string {
  const place = isCollected(terms) ? ships_from : ship_to;
  if (!place) return '';
  return `${terms === 'pickup' ? ' in' : isCollected(terms) ? ' from' : ' to'} ${place.city}, ${place.region}`;
}

const mayAddLater = ({ ship_to }: Shipping, { terms, addressId }: ShippingChoice) =>
  terms === 'seller_pays' && ship_to === null && addressId === null;

const meaningOf: Record<ShippingTerms, string> = {
  seller_pays: 'The price includes delivery.',
  buyer_pays: 'The seller adds freight. You pay nothing until you agree to it.',
  pickup: 'You pick up the order from the seller.',
  buyer_carrier: 'Your carrier picks up the order on your account.',
};

/** "Ships from Dayton, OH. About 12 cartons, 480 lb (estimate)." */
function loadOf({ ships_from, cartons, weight_lb }: Shipping): string {
  const parts = [
    cartons && counted(cartons, 'carton'),
    weight_lb && `${formatUnits(weight_lb)}\u00a0lb`,
  ].filter(Boolean);
  const from = ships_from ? `Ships from ${ships_from.city}, ${ships_from.region}.` : '';
  return parts.length > 0 ? `${from} About ${parts.join(', ')} (estimate).` : from;
}

interface TermsChoiceProps {
  offerId: string;
  shipping: Shipping;
  terms: ShippingTerms;
  onChange: (terms: ShippingTerms) => void;
}

function TermsChoice({ offerId, shipping: { offered_terms }, terms, onChange }: TermsChoiceProps) {
  const offered = offered_terms.includes(terms) ? offered_terms : [terms, ...offered_terms];
  if (offered.length === 1)
    return (
      <div className="field">
        <span className="label">Shipping</span>
        <p>{shippingTermsLabels[terms]}</p>
      </div>
    );
  return (
    <RadioField
      legend="Shipping"
      // One group per seller: radios of one name on a page are one group.
      name={`terms-${offerId}`}
      value={terms}
      onChange={(value) => onChange(value as ShippingTerms)}
      options={offered.map((value) => ({ value, label: shippingTermsLabels[value] }))}
    />
  );
}

function ShipTo({ shipping, choice }: { shipping: Shipping; choice: ShippingChoice }) {
  const { book, company } = use(ShipToAddresses);
  return (
    <AddressSelect
      name="ship_to_address_id"
      book={book}
      company={company}
      value={choice.addressId}
      onChange={(id) => void choice.setAddress(id)}
      note={mayAddLater(shipping, choice) ? ADD_LATER : undefined}
    />
  );
}

function Collection({ shipping: { ships_from }, choice }: { shipping: Shipping; choice: ShippingChoice }) {
  const place = ships_from && ` in ${ships_from.city}, ${ships_from.region}`;
  return (
    <TextArea
      label={choice.terms === 'pickup' ? 'Pickup contact' : 'Carrier, account number or pickup contact'}
      name="carrier_instructions"
      optional={choice.terms === 'pickup'}
      rows={2}
      most={MAX_CARRIER_INSTRUCTIONS}
      hint={`You get the full address${place ?? ''} once you have paid.`}
      value={choice.instructions}
      onChange={choice.setInstructions}
    />
  );
}
