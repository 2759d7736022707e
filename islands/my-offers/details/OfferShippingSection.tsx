import { type Cents, dollars, formatUnits } from '../../../server/contract/money';
import { shippingTermsLabels } from '../../../server/contract/shipping-terms';
import type { Offer, OfferProduct, OfferShipping } from '../../../server/offers/contract';
import type { Side } from '../../../server/offers/rules';
import { OfferShipTo } from '../../addresses/OfferShipTo';
import { CentsField } from '../../forms/cents-field';
import { Icon } from '../../ui/icon';
import type { Answer } from '../freight';
import { askingTotal, msrpTotal, percentText } from '../percent';

interface Props {
  attributes: Offer['attributes'];
  side: Side;
  counter: Answer;
  lines: readonly OfferProduct[];
  onFreight: (amount: Cents | null) => void;
  disabled: boolean;
}

/** Where the offer goes, who ships it, and what that costs. */
export function OfferShippingSection(props: Props) {
  const { attributes, side, counter, lines, onFreight, disabled } = props;
  const { shipping } = attributes;
  const { freight, goods, total } = counter;
  return (
    <section className="offer-shipping" aria-label={`Shipping of ${attributes.offer_number}`}>
      <div className="stack tight">
        {freight.isAsked ? (
          <CentsField
            label="Freight"
            name="freight_cents"
            hint={quoteFacts(shipping)}
            cents={freight.cents}
            onCents={onFreight}
            error={freight.error}
            disabled={disabled}
          />
        ) : (
          <ShippingFacts shipping={shipping} side={side} />
        )}
        {side === 'buyer' && <OfferShipTo attributes={attributes} disabled={disabled} />}
      </div>
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{amount(goods)}</dd>
        </div>
        <div>
          <dt>Freight</dt>
          <dd>{freightText(shipping, freight.cents)}</dd>
        </div>
        <div className="grand">
          <dt>Total</dt>
          <dd>{amount(total)}</dd>
        </div>
        {attributes.can_counter && <CounterFigures counter={counter} lines={lines} />}
      </dl>
    </section>
  );
}

/** What the counter comes to, from the reader's own numbers alone. */
function CounterFigures({ counter: { goods, net }, lines }: Pick<Props, 'counter' | 'lines'>) {
  const figures = [
    ['You receive', net === null ? null : dollars(net)],
    ['Of asking', percentText(goods, askingTotal(lines))],
    ['Of MSRP', percentText(goods, msrpTotal(lines))],
  ] as const;
  return figures.map(
    ([name, value]) =>
      value && (
        <div key={name} className="muted small">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
  );
}

function ShippingFacts({ shipping, side }: Pick<Props, 'side'> & { shipping: OfferShipping }) {
  const { terms, carrier_instructions } = shipping;
  const from = side === 'buyer' && shipping.ships_from;
  return (
    <>
      <p className="offer-terms">
        <Icon name="truck" /> {shippingTermsLabels[terms]}
      </p>
      <p className="muted small">
        {[shipTo(shipping), from && `Ships from ${from.city}, ${from.region}`, weightOf(shipping)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {carrier_instructions && terms === 'buyer_carrier' && <p className="small">{carrier_instructions}</p>}
    </>
  );
}

const amount = (value: Cents | null) => (value === null ? '–' : dollars(value));

function freightText({ terms }: OfferShipping, freight: Cents | null): string {
  if (terms === 'buyer_pays') return freight === null ? 'To be quoted' : dollars(freight);
  return terms === 'seller_pays' ? 'Included' : 'None';
}

const shipTo = ({ ship_to, terms }: OfferShipping) => {
  if (ship_to) return `Ship to ${ship_to.city}, ${ship_to.region} ${ship_to.postal_code}`;
  return terms === 'seller_pays' && 'No ship-to address yet';
};

const DOCKS = { dock: 'loading dock', no_dock: 'no dock', unknown: null } as const;

const weightOf = ({ weight_lb }: OfferShipping) => weight_lb !== null && `about ${formatUnits(weight_lb)} lb`;

/** What a carrier asks for: "Ship to Dayton, OH 45402 · no dock · about 480 lb". */
const quoteFacts = (shipping: OfferShipping) =>
  [
    shipTo(shipping),
    shipping.ship_to && DOCKS[shipping.ship_to.dock],
    shipping.ship_to?.appointment && 'appointment required',
    weightOf(shipping),
  ]
    .filter(Boolean)
    .join(' · ');
