import { use, useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { isCollected, type ShippingTerms, shippingTermsLabels } from '../../server/contract/shipping-terms';
import type { Offer } from '../../server/offers/contract';
import { MAX_CARRIER_INSTRUCTIONS } from '../../server/offers/shipping/contract';
import { AddressDialog } from '../addresses/AddressDialog';
import { RadioField } from '../forms/choice-field';
import { SelectField, TextArea } from '../forms/text-field';
import { Button } from '../ui/button';
import { ADD_LATER, lacksAddress, ShipToAddresses } from './ship-to';
import type { ShippingChoice } from './use-shipping-choice';

interface Props {
  offer: Offer;
  choice: ShippingChoice;
}

/** Where one seller's products go and who brings them. Every choice is saved at once. */
export function SellerShipping({ offer: { attributes }, choice }: Props) {
  const { seller_name, shipping } = attributes;
  return (
    <section className="cart-shipping" aria-label={`Shipping from ${seller_name}`}>
      <TermsChoice shipping={shipping} terms={choice.terms} onChange={choice.setTerms} />
      {isCollected(choice.terms) ? (
        <Collection shipping={shipping} choice={choice} />
      ) : (
        <ShipTo shipping={shipping} choice={choice} />
      )}
    </section>
  );
}

type Shipping = Offer['attributes']['shipping'];

interface TermsChoiceProps {
  shipping: Shipping;
  terms: ShippingTerms;
  onChange: (terms: ShippingTerms) => void;
}

function TermsChoice({ shipping: { offered_terms }, terms, onChange }: TermsChoiceProps) {
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
      name="terms"
      value={terms}
      onChange={(value) => onChange(value as ShippingTerms)}
      options={offered.map((value) => ({ value, label: shippingTermsLabels[value] }))}
    />
  );
}

const optionOf = ({ id, company, line1, city, region, postal_code }: Address) => ({
  value: String(id),
  label: `${company}, ${line1}, ${city}, ${region} ${postal_code}`,
});

function ShipTo({ shipping, choice }: { shipping: Shipping; choice: ShippingChoice }) {
  const { addresses, company } = use(ShipToAddresses);
  const [isAdding, setAdding] = useState(false);
  const added = (address: Address) => {
    setAdding(false);
    void choice.setAddress(address.id);
  };
  return (
    <div className="cart-ship-to">
      {addresses && addresses.length > 0 ? (
        <SelectField
          label="Ship to"
          name="ship_to_address_id"
          value={String(choice.addressId ?? '')}
          onChange={(value) => void choice.setAddress(Number(value))}
          placeholder={choice.addressId === null ? 'Choose an address' : undefined}
          options={addresses.map(optionOf)}
          note={shipping.terms === 'seller_pays' && lacksAddress(shipping) && ADD_LATER}
        />
      ) : (
        <div className="field">
          <span className="label">Ship to</span>
          <p className="muted small">{addresses && ADD_LATER}</p>
        </div>
      )}
      <Button size="small" onClick={() => setAdding(true)}>
        Add Address
      </Button>
      {isAdding && (
        <AddressDialog
          kind="address"
          address={null}
          company={company}
          mayBeDefault={addresses !== undefined && addresses.length > 0}
          onSaved={added}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

function Collection({ shipping: { ships_from }, choice }: { shipping: Shipping; choice: ShippingChoice }) {
  const place = ships_from && `${ships_from.city}, ${ships_from.region}`;
  return (
    <>
      <p className="muted small">
        {choice.terms === 'pickup' ? 'You collect the order' : 'Your carrier collects the order'}
        {place && ` in ${place}`}. You get the full address once you have paid.
      </p>
      <TextArea
        label={choice.terms === 'pickup' ? 'Pickup contact' : 'Carrier, account number or pickup contact'}
        name="carrier_instructions"
        optional={choice.terms === 'pickup'}
        rows={2}
        most={MAX_CARRIER_INSTRUCTIONS}
        value={choice.instructions}
        onChange={choice.setInstructions}
      />
    </>
  );
}
